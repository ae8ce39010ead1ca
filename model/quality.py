"""What a state of training is worth on the repositories that are held out (`dev`)."""

from collections import Counter

import numpy as np
import torch

from corpus import KINDS, slices
from model import TF_WEIGHTS

MOST_ASKED = 300
PATH_SHARE = 0.3
ASKED = {'doc': 'definition', 'cm': 'subject', 'rp': 'report'}


def dev_set(repo, device):
    """Documented definitions, subjects and reports as questions, all definitions as answers; None where there are too few."""
    kinds = repo['kinds']
    of = lambda *names: np.flatnonzero(np.isin(kinds, [KINDS.index(name) for name in names]))
    definitions = of('doc', 'fn')
    if len(of('doc')) < 30:
        return None
    rng = np.random.default_rng(3)
    place = np.full(len(kinds), -1)
    place[definitions] = np.arange(len(definitions))
    language = Counter(repo['languages'][row] for row in definitions).most_common(1)[0][0]
    one = {'name': repo['head']['repo'], 'language': language, 'c': bag(repo, 'c', definitions, device), 'p': bag(repo, 'p', definitions, device), 'asked': {}}
    file_of = repo['files'][definitions]
    one['files'] = torch.from_numpy(file_of.astype(np.int64)).to(device)
    one['count'] = int(repo['files'].max()) + 1
    there = set(file_of.tolist())
    rows = rng.permutation(of('doc'))[:MOST_ASKED]
    one['asked']['doc'] = bag(repo, 'q', rows, device), torch.from_numpy(place[rows]).to(device)
    for kind in ('cm', 'rp'):
        files = {}
        for row in of(kind):
            question = repo['q'][repo['qe'][row] : repo['qe'][row + 1]].tobytes()
            if repo['files'][row] in there:
                files.setdefault(question, (row, set()))[1].add(int(repo['files'][row]))
        chosen = [files[key] for key in sorted(files)]
        if len(chosen) < 30:
            continue
        chosen = [chosen[at] for at in rng.permutation(len(chosen))[:MOST_ASKED]]
        gold = np.zeros((len(chosen), one['count']), bool)
        for at, (_, wanted) in enumerate(chosen):
            gold[at, list(wanted)] = True
        one['asked'][kind] = bag(repo, 'q', np.array([row for row, _ in chosen]), device), torch.from_numpy(gold).to(device)
    return one


def bag(repo, side, rows, device):
    tokens, tf, owner = slices(repo, side, rows)
    weights = np.array(TF_WEIGHTS, np.float32)[tf]
    starts = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(rows)))[:-1]])
    return tuple(torch.from_numpy(array).to(device) for array in (tokens.astype(np.int64), weights, starts.astype(np.int64)))


def encode(table, weights, bag_of):
    tokens, tf, starts = bag_of
    out = torch.nn.functional.embedding_bag(tokens, table, starts, mode='sum', per_sample_weights=tf * weights[tokens])
    return torch.nn.functional.normalize(out)


def quality(dev, table, query_weights, code_weights, by_repo=False):
    """Mean over repositories of NDCG@10 of the first right answer: a definition by the first sentence of its comment among all of its
    repository; a changed file by a subject or a report, by the best of each file's definitions with a share of their path."""
    found = {kind: {} for kind in ASKED}
    with torch.no_grad():
        for one in dev:
            code = encode(table, code_weights, one['c'])
            placed = code + PATH_SHARE * encode(table, code_weights, one['p'])
            for kind, (asked, gold) in one['asked'].items():
                q = encode(table, query_weights, asked)
                if kind == 'doc':
                    scores = q @ code.T
                    best = scores.gather(1, gold[:, None])
                else:
                    scores = q @ placed.T
                    files = one['files'][None, :].expand(len(q), -1)
                    scores = torch.full((len(q), one['count']), -9.0, device=q.device).scatter_reduce(1, files, scores, 'amax')
                    best = scores.masked_fill(~gold, -9.0).amax(1, keepdim=True)
                ranks = (scores > best).sum(1) + 1
                gain = torch.where(ranks <= 10, 1 / torch.log2(1 + ranks.float()), torch.zeros(len(ranks), device=q.device))
                found[kind][f"{one['name']} ({one['language']}, {len(q)} of {len(code)})"] = float(gain.mean())
    out = {ASKED[kind]: round(float(np.mean(list(values.values()))), 4) for kind, values in found.items() if values}
    out['mean'] = round(float(np.mean(list(out.values()))), 4)
    if by_repo:
        out['by_repo'] = {ASKED[kind]: {name: round(value, 3) for name, value in values.items()} for kind, values in found.items()}
    return out
