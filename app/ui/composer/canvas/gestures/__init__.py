"""What hands do on a sheet: each gesture is a class."""
