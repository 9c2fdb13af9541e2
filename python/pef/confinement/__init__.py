"""What the code under test may do, and seeing to it.

`permissions` is said by the supervisor; `enforcing` is done in the worker before anything of the project is imported;
`readable` lists what any program has business reading; `auditing` gives each refusal its line. The kernel enforces
(`crates/pef-confine`); Python's audit hooks explain, and stand in where the kernel cannot.
"""
