"""The compiler's one room: layouts, machine code of rules, kernels. Nothing else touches Numba."""
