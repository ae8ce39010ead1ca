"""Where training starts: rows and weights from the pairs' own statistics, without a gradient."""

import math

import numpy as np

from corpus import slices
from model import TF_WEIGHTS


def initial(data, size, dims, rng):
    """Rows of a truncated SVD of tf-idf over a sample of pairs (randomised, Halko et al. 2011), at unit length; weights of idf."""
    from scipy import sparse

    rows = np.sort(rng.choice(len(data['kinds']), min(100_000, len(data['kinds'])), replace=False))
    tf_weights = np.array(TF_WEIGHTS, np.float32)
    parts = []
    for side, times in (('q', 2), ('c', 1)):
        tokens, tf, owner = slices(data, side, rows)
        parts.append(sparse.csr_matrix((times * tf_weights[tf], (owner, tokens)), (len(rows), size)))
    matrix = (parts[0] + parts[1]).tocsr().astype(np.float32)
    frequency = np.bincount(matrix.indices, minlength=size)
    idf = np.log((len(rows) + 1) / (frequency + 1)).astype(np.float32) + 0.1
    matrix = matrix @ sparse.diags(idf).astype(np.float32)
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1)).ravel())
    matrix = (sparse.diags(1 / np.maximum(lengths, 1e-6)).astype(np.float32) @ matrix).tocsr()
    across = matrix.T.tocsr()
    basis = rng.standard_normal((len(rows), dims + 10)).astype(np.float32)
    for _ in range(3):
        basis = np.linalg.qr(matrix @ (across @ basis))[0].astype(np.float32)
    _, singular, right = np.linalg.svd((across @ basis).T, full_matrices=False)
    table = right[:dims].T * np.sqrt(singular[:dims])
    table = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-6)
    table += rng.standard_normal(table.shape) * 0.02 / math.sqrt(dims) * 5
    return table.astype(np.float32), (idf / idf.mean()).astype(np.float32)
