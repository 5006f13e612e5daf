"""Power cuts: a writer's file operations are recorded, and disk images made as a power cut may leave them."""
