"""Power cuts: a writer's file operations are recorded, and disks made of them as a cut would leave them."""
