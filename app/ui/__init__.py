"""What people see. Qt lives here and in the views of the objects library, nowhere else."""
