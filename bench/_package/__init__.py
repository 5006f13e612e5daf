"""Two clean machines with nothing but the package: roots of their own, on hosts of their own."""
