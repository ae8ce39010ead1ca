"""What a state of training is worth on the repositories that are held out (`dev`)."""

from collections import Counter

import numpy as np

from corpus import KINDS, slices
from model import TF_WEIGHTS


def dev_set(repo):
    """Documented definitions as questions, all definitions as answers; None where there are too few."""
    from scipy import sparse

    definitions = np.flatnonzero((repo['kinds'] == KINDS.index('doc')) | (repo['kinds'] == KINDS.index('fn')))
    asked = np.flatnonzero(repo['kinds'][definitions] == KINDS.index('doc'))
    if len(asked) < 30:
        return None
    asked = np.random.default_rng(3).permutation(asked)[:300]
    one = {'name': repo['head']['repo'], 'asked': asked, 'language': Counter(repo['languages'][row] for row in definitions).most_common(1)[0][0]}
    tf_weights = np.array(TF_WEIGHTS, np.float32)
    for side, rows in (('c', definitions), ('q', definitions[asked])):
        tokens, tf, owner = slices(repo, side, rows)
        one[side] = owner, tokens, tf_weights[tf], len(rows)
    one['matrix'] = lambda side, size: sparse.csr_matrix((one[side][2], (one[side][0], one[side][1])), (one[side][3], size))
    return one


def quality(dev, table, query_weights, code_weights, half=False, by_repo=False):
    """NDCG@10 of finding a definition by the first sentence of its comment among all of its repository, mean over repositories."""
    out = []
    halves = []
    for one in dev:
        c = one['matrix']('c', len(table)).multiply(code_weights).tocsr() @ table
        q = one['matrix']('q', len(table)).multiply(query_weights).tocsr() @ table
        out.append(ndcg(q, c, one['asked']))
        if half:
            halves.append(ndcg(q[:, : q.shape[1] // 2], c[:, : c.shape[1] // 2], one['asked']))
    found = {'ndcg10': round(float(np.mean(out)), 4)} if out else {}
    if half:
        found['ndcg10_half'] = round(float(np.mean(halves)), 4)
    if by_repo:
        found['by_repo'] = {f"{one['name']} ({one['language']}, {len(one['asked'])} of {one['c'][3]})": round(float(value), 3) for one, value in zip(dev, out)}
    return found


def ndcg(q, c, gold):
    q = q / np.maximum(np.linalg.norm(q, axis=1, keepdims=True), 1e-9)
    c = c / np.maximum(np.linalg.norm(c, axis=1, keepdims=True), 1e-9)
    scores = q @ c.T
    ranks = (scores > scores[np.arange(len(gold)), gold][:, None]).sum(1) + 1
    return float(np.mean(np.where(ranks <= 10, 1 / np.log2(1 + ranks), 0)))
