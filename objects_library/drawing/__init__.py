"""What people draw together on a plane: on a whiteboard, or on a map."""
