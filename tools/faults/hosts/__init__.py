"""Several hosts on one machine: partitions, slow networks, clocks, balancers."""
