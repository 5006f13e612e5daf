"""The composer: visual composition of live objects."""
