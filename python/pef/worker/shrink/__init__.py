"""Making the input of a finding smaller."""
