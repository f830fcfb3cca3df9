"""The doors for programs: evaluate modules and Trainers."""
