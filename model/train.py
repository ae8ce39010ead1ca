#!/usr/bin/env python3
"""Trains the static embedder on the pairs of gather.py.

    train.py tokenise --pairs DIR --cache DIR               pairs → numbers; repositories that are there already are skipped
    train.py train --cache DIR --out DIR [--minutes 20] …   OUT/checkpoint-STEP.npz, OUT/curve.jsonl, OUT/final.npz
    train.py export --checkpoint FILE... --out builtin.bin     int8 rows; --goldens FILE writes texts and vectors for the tests

One table of vectors E serves both sides; a query and a document weigh each token by a number of their own. The vector of a text is
sum over distinct tokens of (1 + ln tf) · weight · E[token], at unit length. Loss: InfoNCE both ways over batches that consist of
groups from single repositories, so that most negatives are neighbours of the right answer. The first 128 dimensions are trained to
stand alone too (Kusupati et al. 2022, Matryoshka). One CPU core is enough.
"""

import argparse
import gzip
import json
import math
import os
import time
from collections import Counter

import numpy as np

from model import TF_WEIGHTS, TFS, Model, pieces_of, words_of, write_model

KINDS = ['doc', 'md', 'mh', 'cm', 'fn']
GROUP, GROUPS, BLOCK = 128, 12, 8
WARM_UP = 50
MAX_QUERY, MAX_CODE = 64, 400


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser('tokenise')
    one.add_argument('--pairs', required=True)
    one.add_argument('--cache', required=True)
    one.set_defaults(run=tokenise)
    two = commands.add_parser('train')
    two.add_argument('--cache', required=True)
    two.add_argument('--out', required=True)
    two.add_argument('--minutes', type=float, default=20)
    two.add_argument('--steps', type=int, default=800)
    two.add_argument('--vocabulary', type=int, default=25_000)
    two.add_argument('--dims', type=int, default=256)
    two.add_argument('--rate', type=float, default=0.006)
    two.add_argument('--every', type=int, default=200)
    two.add_argument('--matryoshka', type=float, default=0.2)
    two.add_argument('--dropout', type=float, default=0.3, help='of tokens of the code; of the query half of it')
    two.add_argument('--epsilon', type=float, default=3e-6, help="Adam's: keeps rows of rare tokens from leaping")
    two.add_argument('--share', type=float, default=1, help='of the repositories, for the curve')
    two.add_argument('--seed', type=int, default=1)
    two.set_defaults(run=train)
    three = commands.add_parser('export')
    three.add_argument('--checkpoint', required=True, nargs='+', help='of one run; several are averaged')
    three.add_argument('--out', required=True)
    three.add_argument('--goldens')
    three.set_defaults(run=export)
    args = parser.parse_args()
    args.run(args)


def tokenise(args):
    os.makedirs(args.cache, exist_ok=True)
    for file in sorted(os.listdir(args.pairs)):
        out = os.path.join(args.cache, file.replace('.jsonl.gz', '.npz'))
        if not file.endswith('.jsonl.gz') or os.path.exists(out):
            continue
        with gzip.open(os.path.join(args.pairs, file), 'rt') as lines:
            head = json.loads(next(lines))
            ids = {}
            sides = {'q': ([], [], [0]), 'c': ([], [], [0]), 'p': ([], [], [0]), 'n': ([], [], [0])}
            kinds, languages = [], []
            for line in lines:
                pair = json.loads(line)
                kinds.append(KINDS.index(pair['k']))
                languages.append(pair['l'])
                path = pair['p'].rsplit('.', 1)[0].split('/')[-3:]
                texts = {'q': pair['q'], 'c': pair['c'], 'p': ' '.join(path + pair['s']), 'n': pair['n']}
                for side, (flat, counts, ends) in sides.items():
                    found = Counter(words_of(texts[side]))
                    for word, count in found.items():
                        flat.append(ids.setdefault(word, len(ids)))
                        counts.append(min(count, TFS - 1))
                    ends.append(len(flat))
        if not kinds:
            continue
        arrays = {}
        for side, (flat, counts, ends) in sides.items():
            arrays |= {side: np.array(flat, np.int32), side + 't': np.array(counts, np.uint8), side + 'e': np.array(ends, np.int64)}
        np.savez(out + '.tmp.npz', words='\n'.join(ids), kinds=np.array(kinds, np.int8), languages='\n'.join(languages), head=json.dumps(head), **arrays)
        os.rename(out + '.tmp.npz', out)


def load(args):
    """Vocabulary and, per repository, pairs in its numbers."""
    repos = []
    for file in sorted(os.listdir(args.cache)):
        data = dict(np.load(os.path.join(args.cache, file)))
        repo = {'head': json.loads(str(data.pop('head'))), 'words': str(data.pop('words')).split('\n'), 'languages': str(data.pop('languages')).split('\n'), **data}
        repo['dev'] = repo['head']['split'] == 'dev'
        repos.append(repo)
    rng = np.random.default_rng(7)
    repos = [repo for repo in repos if repo['dev'] or rng.random() < args.share]
    code, docs, holders = Counter(), Counter(), Counter()
    for repo in repos:
        if repo['dev']:
            continue
        size = len(repo['words'])
        in_code = np.bincount(repo['c'], repo['ct'], size) + np.bincount(repo['p'], minlength=size)
        in_docs = np.bincount(repo['q'], repo['qt'], size)
        for number, word in enumerate(repo['words']):
            if in_code[number]:
                code[word] += int(in_code[number])
            if in_docs[number]:
                docs[word] += int(in_docs[number])
            if in_docs[number] or in_code[number] >= 2:
                holders[word] += 1
    ranked = sorted((word for word, count in holders.items() if count >= 3), key=lambda word: (-code[word] - 8 * docs[word], word))
    words = ranked[: args.vocabulary]
    ids = {word: number for number, word in enumerate(words)}
    total = sum(code.values()) + sum(docs.values())
    costs = [min(round(-1024 * math.log((code[word] + docs[word]) / total)), 65535) for word in words]
    covered = sum(code[word] for word in words) / sum(code.values()), sum(docs[word] for word in words) / sum(docs.values())
    pieces = {}
    for repo in repos:
        mapped = []
        for word in repo['words']:
            number = ids.get(word)
            if number is not None:
                mapped.append([number])
                continue
            if word not in pieces:
                pieces[word] = pieces_of(word, ids, costs)
            mapped.append(pieces[word])
        lengths = np.array([len(tokens) for tokens in mapped], np.int64)
        flat = np.array([token for tokens in mapped for token in tokens], np.int32)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        for side in 'qcpn':
            local, tf, ends = repo[side], repo[side + 't'], repo[side + 'e']
            many = lengths[local]
            where = np.repeat(starts[local] - np.concatenate([[0], np.cumsum(many)[:-1]]), many) + np.arange(many.sum())
            new_ends = np.concatenate([[0], np.cumsum(many)])[ends]
            owner = np.repeat(np.arange(len(ends) - 1), np.diff(new_ends))
            repo[side], repo[side + 't'], repo[side + 'e'] = merge(flat[where], np.repeat(tf, many), owner, len(ends) - 1, len(words))
        repo['words'] = None
    return words, costs, covered, repos


def merge(tokens, tf, owner, count, size):
    """Adds up the frequencies of equal tokens of one text; tokens in the order of their numbers."""
    keys = owner.astype(np.int64) * size + tokens
    unique, inverse = np.unique(keys, return_inverse=True)
    sums = np.minimum(np.bincount(inverse, tf, len(unique)), TFS - 1).astype(np.uint8)
    ends = np.concatenate([[0], np.cumsum(np.bincount(unique // size, minlength=count))])
    return (unique % size).astype(np.int32), sums, ends.astype(np.int64)


def train(args):
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    os.makedirs(args.out, exist_ok=True)
    began = time.time()
    words, costs, covered, repos = load(args)
    learn = [repo for repo in repos if not repo['dev']]
    dev = [dev_set(repo) for repo in repos if repo['dev']]
    dev = [one for one in dev if one is not None]
    data = flatten(learn)
    size = len(words)
    note(args, {
        'repositories': len(learn), 'development': [one['name'] for one in dev], 'pairs': len(data['kinds']), 'vocabulary': size,
        'covered_code': round(covered[0], 4), 'covered_doc': round(covered[1], 4),
        'kinds': {kind: int((data['kinds'] == number).sum()) for number, kind in enumerate(KINDS)}, 'seconds': round(time.time() - began),
    })
    table, weights = initial(data, size, args.dims, rng)
    note(args, {'step': 0, 'seconds': round(time.time() - began), **quality(dev, table, weights, weights)})

    tf_weights = torch.tensor(TF_WEIGHTS, dtype=torch.float32)
    E = torch.nn.Parameter(torch.tensor(table))
    logs = torch.nn.Parameter(torch.tensor(np.log(np.stack([weights, weights]))))
    scale = torch.nn.Parameter(torch.tensor(math.log(20.0)))
    optimiser = torch.optim.Adam([{'params': [E, scale], 'lr': args.rate}, {'params': [logs], 'lr': 2 * args.rate}], betas=(0.9, 0.99), eps=args.epsilon)
    rates = [args.rate, 2 * args.rate]

    def encode(side, tokens, tf, ends):
        tokens = torch.from_numpy(tokens.astype(np.int64))
        weight = tf_weights[torch.from_numpy(tf.astype(np.int64))] * logs[side][tokens].exp()
        return torch.nn.functional.embedding_bag(tokens, E, torch.from_numpy(ends[:-1]), mode='sum', per_sample_weights=weight)

    started = time.time()
    plan = batches(data, rng)
    steps = args.steps
    losses = []
    for step in range(1, steps + 1):
        # the time box: as many steps as fit at the speed seen so far, so that the rate still falls to its end
        if step == 40 or step % 200 == 0:
            fits = int(step + (args.minutes * 60 - (time.time() - started)) / ((time.time() - started) / step))
            steps = min(args.steps, max(fits, step))
        if step > steps:
            break
        factor = min(1, step / WARM_UP) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * min(1, step / steps))))
        for group, rate in zip(optimiser.param_groups, rates):
            group['lr'] = rate * factor
        rows = next(plan)
        q = encode(0, *query_side(data, rows, rng, args.dropout / 2))
        c = encode(1, *code_side(data, rows, rng, args.dropout))
        same = torch.from_numpy(data['same'][rows])
        mask = (same[:, None] == same[None, :]) & ~torch.eye(len(rows), dtype=torch.bool)
        loss = nce(torch, q, c, scale, mask)
        if args.matryoshka and step % 3 == 0:
            loss = loss + args.matryoshka * nce(torch, q[:, : args.dims // 2], c[:, : args.dims // 2], scale, mask)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            scale.clamp_(math.log(5), math.log(60))
        losses.append(float(loss))
        if step % args.every == 0 or step == steps:
            rows_now, weights_now = E.detach().numpy(), logs.detach().exp().numpy()
            save(os.path.join(args.out, f'checkpoint-{step}.npz'), words, costs, rows_now, weights_now)
            note(args, {
                'step': step, 'of': steps, 'pairs': step * GROUP * GROUPS, 'seconds': round(time.time() - started), 'loss': round(float(np.mean(losses[-100:])), 4),
                'scale': round(float(scale.exp()), 2), **quality(dev, rows_now, *weights_now, half=True),
            })
        if step >= steps:
            break
    save(os.path.join(args.out, 'final.npz'), words, costs, E.detach().numpy(), logs.detach().exp().numpy())
    by_repo = quality(dev, E.detach().numpy(), *logs.detach().exp().numpy(), by_repo=True)
    note(args, {'final': by_repo})


def nce(torch, q, c, scale, mask):
    scores = torch.nn.functional.normalize(q) @ torch.nn.functional.normalize(c).T * scale.exp()
    scores = scores.masked_fill(mask, -1e4)
    target = torch.arange(len(scores))
    return (torch.nn.functional.cross_entropy(scores, target) + torch.nn.functional.cross_entropy(scores.T, target)) / 2


def flatten(repos):
    """One array per side over all pairs; `groups` says which pairs are of one repository."""
    data = {'groups': [], 'kinds': np.concatenate([repo['kinds'] for repo in repos])}
    offset = 0
    for repo in repos:
        data['groups'].append(np.arange(offset, offset + len(repo['kinds'])))
        offset += len(repo['kinds'])
    for side in 'qcpn':
        data[side] = np.concatenate([repo[side] for repo in repos])
        data[side + 't'] = np.concatenate([repo[side + 't'] for repo in repos])
        sizes = np.concatenate([np.diff(repo[side + 'e']) for repo in repos])
        data[side + 'e'] = np.concatenate([[0], np.cumsum(sizes)])
    # pairs with the same words in the query are no negatives of each other
    ends = data['qe']
    data['same'] = np.array([hash(data['q'][ends[i] : ends[i + 1]].tobytes()) for i in range(len(ends) - 1)], np.int64)
    usable = (np.diff(data['qe']) > 0) & (np.diff(data['ce']) > 2)
    data['groups'] = [rows[usable[rows]] for rows in data['groups']]
    return data


def batches(data, rng):
    """Rows of pairs: 12 groups of 128 pairs, each group from one repository, blocks of 8 neighbours together. For ever."""
    while True:
        groups, rest = [], []
        for rows in data['groups']:
            blocks = [rows[at : at + BLOCK] for at in range(0, len(rows), BLOCK)]
            rng.shuffle(blocks)
            mixed = np.concatenate(blocks) if blocks else rows
            for at in range(0, len(mixed), GROUP):
                (groups if at + GROUP <= len(mixed) else rest).append(mixed[at : at + GROUP])
        rest = np.concatenate(rest)
        groups += [rest[at : at + GROUP] for at in range(0, len(rest) - GROUP + 1, GROUP)]
        order = rng.permutation(len(groups))
        for at in range(0, len(order) - GROUPS + 1, GROUPS):
            yield np.concatenate([groups[number] for number in order[at : at + GROUPS]])


def slices(data, side, rows):
    starts, ends = data[side + 'e'][rows], data[side + 'e'][rows + 1]
    lengths = ends - starts
    where = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths) + np.arange(lengths.sum())
    return data[side][where], data[side + 't'][where], np.repeat(np.arange(len(rows)), lengths)


def keep(tokens, tf, owner, kept, count):
    return tokens[kept], tf[kept], np.concatenate([[0], np.cumsum(np.bincount(owner[kept], minlength=count))])


def query_side(data, rows, rng, dropout):
    tokens, tf, owner = slices(data, 'q', rows)
    return keep(tokens, tf, owner, rng.random(len(tokens)) >= dropout, len(rows))


def code_side(data, rows, rng, dropout):
    """Code with some of its tokens gone; now and then without the words of its own name; mostly with those of path and classes around it."""
    tokens, tf, owner = slices(data, 'c', rows)
    kept = rng.random(len(tokens)) >= dropout
    names, _, named = slices(data, 'n', rows)
    hidden = rng.random(len(rows)) < 0.1
    size = 1 << 20
    name_keys = (named.astype(np.int64) * size + names)[hidden[named]]
    kept &= ~np.isin(owner.astype(np.int64) * size + tokens, name_keys)
    paths, path_tf, path_owner = slices(data, 'p', rows)
    with_path = (rng.random(len(rows)) < 0.6)[path_owner]
    tokens = np.concatenate([tokens[kept], paths[with_path]])
    tf = np.concatenate([tf[kept], path_tf[with_path]])
    owner = np.concatenate([owner[kept], path_owner[with_path]])
    return merge(tokens, tf, owner, len(rows), size)


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


def save(path, words, costs, table, weights):
    np.savez(path, words='\n'.join(words), costs=np.array(costs, np.int32), table=table.astype(np.float32), weights=weights.astype(np.float32))


def note(args, entry):
    line = json.dumps(entry)
    print(line, flush=True)
    with open(os.path.join(args.out, 'curve.jsonl'), 'a') as file:
        file.write(line + '\n')


GOLDEN_TEXTS = [
    '', '(){};--', 'loss_mask', 'HTTPServer2 parseURL IDs x2Y __init__', 'find the user by e-mail address', 'größe 検索 naïve café', 'zxqvkwjj antidisestablishmentarian',
    'def parse_header(line):\n    name, value = line.split(":", 1)\n    return name.strip().lower(), value.strip()',
    'const retryDelayMs = Math.min(maxDelay, base * 2 ** attempt); // exponential back-off 12345 0x1f',
    'self ' * 100 + 'cache',
]


def export(args):
    """Rows to int8 with one scale per row, which both weights take over."""
    runs = [np.load(path) for path in args.checkpoint]
    data = runs[0]
    # averaging the end of a run (Izmailov et al. 2018) takes out what the rate still shakes
    table = np.mean([one['table'].astype(np.float64) for one in runs], axis=0)
    weights = np.exp(np.mean([np.log(one['weights'].astype(np.float64)) for one in runs], axis=0))
    scales = np.maximum(np.abs(table).max(axis=1), 1e-12) / 127
    rows = np.rint(table / scales[:, None]).astype(np.int8)
    model = Model(str(data['words']).split('\n'), data['costs'].tolist(), rows, (weights[0] * scales).astype(np.float32), (weights[1] * scales).astype(np.float32), TF_WEIGHTS)
    write_model(args.out, model)
    print(rows.shape, os.path.getsize(args.out), 'bytes')
    if args.goldens:
        goldens = [
            {'text': text, 'kind': kind, 'tokens': model.tokens_of(text), 'vector': [round(float(x), 8) for x in model.embed(text, kind)[:: max(1, rows.shape[1] // 32)]]}
            for text in GOLDEN_TEXTS for kind in ('document', 'query')
        ]
        with open(args.goldens, 'w') as file:
            file.write('[\n' + ',\n'.join(json.dumps(golden) for golden in goldens) + '\n]\n')


if __name__ == '__main__':
    main()
