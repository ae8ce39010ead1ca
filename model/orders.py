#!/usr/bin/env python3
"""Learned orders of files beside the formula of src/search/rank, on what bench/ranking.mjs writes.

    ./orders.py CANDIDATES.jsonl ... [--kinds docstring,subject] [--trees] [--asked OTHERS.jsonl ...]

Prints NDCG@10 (mean over repositories) and how often all wanted files are among the first 1, 3, 5 and 10, for each kind of question: by
the formula, by a linear order (listwise softmax from the formula's own weights on, held near to them) and, with --trees, by gradient-boosted
trees that add to the formula's score (`pip install lightgbm`; NumPy and SciPy besides). No question is ordered by what saw its
repository: groups of repositories are left out in turn, six or those of --groups (lines `GROUP REPO REPO …`, such as languages). --kinds are trained on; every other kind is only asked, and so are
the questions of --asked, each by an order that saw all others. All kinds weigh the same in training, however many questions they have."""

import argparse
import collections
import json
import math
import pathlib

import numpy as np
from scipy.optimize import minimize

EVIDENCE = ['words', 'vectors', 'bestVector', 'coverage', 'symbol', 'symbolSize', 'typeName', 'name']
GIVEN = ['namedPath', 'frame', 'defined', 'test', 'example', 'legacy', 'prose', 'declaration', 'part', 'foreign', 'depth']
MORE = [
    'bestWords', 'chunks', 'lastLine', 'own', 'secondWords', 'secondOwn', 'threeOwn', 'both', 'isType', 'isFunction', 'isText', 'types', 'functions',
    'stemShare', 'folderShare', 'stemPrecision', 'stemWords', 'folders', 'terms', 'named', 'rarest',
]
"""A file with more of these is never ordered lower by a tree."""
RISING = [*EVIDENCE, *('lead ' + name for name in EVIDENCE), 'bestWords', 'own', 'secondWords', 'secondOwn', 'threeOwn', 'both', 'stemShare', 'folderShare']
TYPES, FUNCTIONS, TEXTS = {'class', 'interface', 'type', 'enum', 'module'}, {'function', 'method'}, {'text', 'section'}
NAMES = EVIDENCE + ['lead ' + name for name in EVIDENCE] + GIVEN + MORE
GROUPS = 6
TOP = 40
"""The formula's scores are multiplied so, that a softmax over them is neither flat nor a step."""
SHARPNESS = 3.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('candidates', nargs='+')
    parser.add_argument('--kinds', default='')
    parser.add_argument('--groups')
    parser.add_argument('--trees', action='store_true')
    parser.add_argument('--asked', nargs='+', default=[])
    parser.add_argument('--rounds', type=int, default=80, help='trees')
    parser.add_argument('--share', type=float, default=0.5, help='of what the trees add to the score')
    parser.add_argument('--hold', type=float, default=0.1, help='how near the linear order stays to the formula')
    args = parser.parse_args()
    questions = [{**read(json.loads(line)), 'set': ''} for file in args.candidates for line in open(file)]
    questions += [{**read(json.loads(line)), 'set': f'{pathlib.Path(file).stem} '} for file in args.asked for line in open(file)]
    kinds = set(args.kinds.split(',')) if args.kinds else {one['kind'] for one in questions}
    print_table('formula', questions, [one['score'] for one in questions])
    orders = {'linear': lambda train: linear(train, args.hold)} | ({'trees': lambda train: trees(train, args.rounds, args.share)} if args.trees else {})
    repositories = sorted({one['repo'] for one in questions if not one['set']})
    groups = [set(repositories[at::GROUPS]) for at in range(GROUPS)]
    if args.groups:
        groups = [set(line.split()[1:]) for line in open(args.groups)]
        groups.append(set(repositories).difference(*groups))
    groups.append({one['repo'] for one in questions if one['set']})
    for name, learn in orders.items():
        scores = [None] * len(questions)
        for out in groups:
            order = learn([one for one in questions if one['kind'] in kinds and one['repo'] not in out and not one['set'] and one['wanted'].any()])
            for at, one in enumerate(questions):
                if one['repo'] in out:
                    scores[at] = order(one)
        print_table(name, questions, scores)


def read(line):
    files = line['files']
    own = 7
    terms = dict(line['terms'])
    all_terms = sum(terms.values()) or 1
    rows = []
    for file in files:
        chunks = np.array([chunk[2:] for chunk in file['chunks']])
        main_part, lead = chunks[:, 1 : 1 + own], chunks[:, 1 + own :] if line['isReport'] else np.zeros((len(chunks), own))
        given = [file['features'].get(name, 0) for name in GIVEN]
        words, own_scores = -np.sort(-main_part[:, 0]), -np.sort(-chunks[:, 0])
        kinds, stem = file['kinds'], set(file['words'][-1][:-1] or file['words'][-1])
        folders = {word for folder in file['words'][:-1] for word in folder}
        share = lambda some: sum(terms.get(word, 0) for word in some) / all_terms
        more = [
            words[0], len(chunks), max(chunk[1] for chunk in file['chunks']), own_scores[0], words[1] if len(words) > 1 else 0, own_scores[1] if len(words) > 1 else 0,
            own_scores[:3].sum() / 3, (main_part[:, 0] * main_part[:, 1]).max(), kinds[0] in TYPES, kinds[0] in FUNCTIONS, kinds[0] in TEXTS,
            sum(kind in TYPES for kind in kinds), sum(kind in FUNCTIONS for kind in kinds), share(stem), share(folders),
            sum(word in terms for word in stem) / max(1, len(stem)), len(stem), len(file['words']), len(terms), len(line['names']), max(terms.values(), default=0),
        ]
        rows.append(evidence(main_part) + evidence(lead) + given + more)
    features = np.array(rows).reshape(len(rows), len(NAMES))
    for name in ('words', 'vectors', 'lead words', 'lead vectors'):
        column = NAMES.index(name)
        features[:, column] /= features[:, column].max(initial=0) or 1
    gold = sorted({place['path'] for place in line['gold']})
    targets = [[at for at, file in enumerate(files) if same(file['path'], path)] for path in gold]
    wanted = np.zeros(len(files), bool)
    wanted[[at for target in targets for at in target]] = True
    score = np.array([file['score'] for file in files])
    return {'repo': line['repo'], 'kind': line['kind'], 'features': features, 'targets': targets, 'wanted': wanted, 'score': score}


def same(path, wanted):
    return path == wanted or path.endswith('/' + wanted) or wanted.endswith('/' + path)


def evidence(chunks):
    words, cosine, coverage, symbol, size, type_name, name = chunks.T
    return [falling(words), falling(cosine), cosine.max(), coverage.max(), symbol.max(), size.max(), type_name.max(), name[0]]


def falling(values):
    best = sorted(values, reverse=True)[:3]
    return sum(share * value for share, value in zip((1, 0.5, 0.25), best))


def shown(one):
    """The best of the formula, and all that is wanted."""
    order = np.argsort(-one['score'], kind='stable')
    return np.unique(np.concatenate([order[:TOP], np.flatnonzero(one['wanted'])]))


def linear(questions, hold):
    """Adds weights to the formula's score: of the evidence, the depth and MORE. What speaks against kinds of files stays as it is, for
    no mined answer is a test or a document."""
    free = [at for at, name in enumerate(NAMES) if name in EVIDENCE + MORE + ['depth'] or name.startswith('lead ')]
    scale = np.vstack([one['features'][:, free] for one in questions]).std(axis=0) + 1e-3
    lists = []
    for one in questions:
        rows = shown(one)
        lists.append((one['score'][rows], one['features'][rows][:, free] / scale, one['wanted'][rows]))

    def loss(weights):
        total, slope = 0.0, np.zeros(len(free))
        for score, features, wanted in lists:
            value = SHARPNESS * (score + features @ weights)
            chance = np.exp(value - value.max())
            chance /= chance.sum()
            total -= np.log(chance[wanted].sum() + 1e-12)
            share = chance * wanted / (chance[wanted].sum() + 1e-12)
            slope += SHARPNESS * features.T @ (chance - share)
        return total / len(lists) + hold * weights @ weights, slope / len(lists) + 2 * hold * weights

    weights = minimize(loss, np.zeros(len(free)), jac=True, method='L-BFGS-B', options={'maxiter': 100}).x / scale
    return lambda one: one['score'] + one['features'][:, free] @ weights


def trees(questions, rounds, share):
    import lightgbm

    free = [at for at, name in enumerate(NAMES) if name not in GIVEN or name in ('namedPath', 'frame', 'defined', 'depth')]
    parts = [(one, shown(one)) for one in questions]
    of_kind = collections.Counter(one['kind'] for one in questions)
    data = lightgbm.Dataset(
        np.vstack([one['features'][rows][:, free] for one, rows in parts]),
        np.concatenate([one['wanted'][rows] for one, rows in parts]),
        group=[len(rows) for _, rows in parts],
        weight=np.concatenate([np.full(len(rows), len(questions) / len(of_kind) / of_kind[one['kind']]) for one, rows in parts]),
        init_score=np.concatenate([SHARPNESS * one['score'][rows] for one, rows in parts]),
    )
    settings = {
        'objective': 'lambdarank', 'learning_rate': 0.05, 'num_leaves': 6, 'min_data_in_leaf': 80, 'feature_fraction': 0.5, 'lambda_l2': 10, 'bagging_fraction': 0.8,
        'bagging_freq': 1, 'lambdarank_truncation_level': 10, 'num_threads': 1, 'verbose': -1, 'seed': 1, 'deterministic': True, 'force_col_wise': True,
        'monotone_constraints': [int(NAMES[at] in RISING) for at in free],
    }
    model = lightgbm.train(settings, data, rounds)
    return lambda one: SHARPNESS * one['score'] + share * model.predict(one['features'][:, free], num_threads=1)


def print_table(name, questions, scores):
    kinds = collections.defaultdict(lambda: collections.defaultdict(list))
    for one, score in zip(questions, scores):
        kinds[one['set'] + one['kind']][one['repo']].append(places(one, score))
    for kind, repositories in sorted(kinds.items()):
        ndcg = np.mean([np.mean([ndcg_of(ranks) for ranks in own]) for own in repositories.values()])
        every = [ranks for own in repositories.values() for ranks in own]
        within = ' / '.join(f'{100 * np.mean([max(ranks) <= k for ranks in every]):.1f}' for k in (1, 3, 5, 10))
        print(f'{name:8} {kind:18} n {len(every):5}  NDCG@10 {ndcg:.4f}  all wanted files at 1 / 3 / 5 / 10: {within}', flush=True)


def places(one, score):
    order = np.argsort(-score, kind='stable')
    rank = np.empty(len(order), int)
    rank[order] = np.arange(1, len(order) + 1)
    return [min((rank[at] for at in target), default=math.inf) for target in one['targets']]


def ndcg_of(ranks):
    gain = sum(1 / math.log2(rank + 1) for rank in {rank for rank in ranks if rank <= 10})
    return gain / sum(1 / math.log2(at + 2) for at in range(min(10, len(ranks))))


if __name__ == '__main__':
    main()
