"""Other systems for multicast, each driven the way its own documentation recommends, in one harness."""
