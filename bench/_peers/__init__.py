"""Other multicast systems, each used as its documentation recommends, in one harness."""
