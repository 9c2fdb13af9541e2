"""A run is determined by its input: what runs may change is put back after each, what they may ask of the world is fixed."""
