"""People who watch a video, and who look at a picture, in processes of their own."""
