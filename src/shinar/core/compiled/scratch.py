"""Working space for kernels: an array of zeros that lives as long as the call that asked for it."""

import numpy as np

from shinar.core.compiled.jit import jit_as

__all__ = ["scratch"]


def _scratch_array(length: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.zeros(length, np.int64)


@jit_as(_scratch_array)
def scratch(length: int) -> list[int]:
    """Zeros to work with; in ordinary Python a list, in a kernel an array."""
    return [0] * length
