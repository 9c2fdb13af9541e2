"""Self-verification (thesis 4.2): every operation explored, and every path compared with the builtin itself."""
