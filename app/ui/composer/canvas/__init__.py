"""The canvas: a design sheet that is drawn, touched and typed on."""
