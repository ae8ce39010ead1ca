#!/usr/bin/env python3
"""Trains the static embedder on the pairs of gather.py.

    train.py tokenise --pairs DIR --cache DIR               pairs → numbers; repositories that are there already are skipped
    train.py train --cache DIR --out DIR …                  OUT/checkpoint-STEP.npz, OUT/curve.jsonl
    train.py export --checkpoint FILE... --out builtin.bin     int8 rows; --goldens FILE writes texts and vectors for the tests

One table of vectors E serves both sides; a query and a document weigh each token by a number of their own. The vector of a text is
sum over distinct tokens of (1 + ln tf) · weight · E[token], at unit length. Loss: InfoNCE both ways over batches that consist of
groups from single repositories, so that most negatives are neighbours of the right answer. Words of one stem share a part of their
rows. A GPU is used where there is one; a CPU core is enough, and gives other bits.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch

from batches import Pairs, batches
from corpus import CAPS, KINDS, flatten, load, stems_of, tokenise
from export import export
from initial import initial
from quality import dev_set, quality

WARM_UP = 50


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser('tokenise')
    one.add_argument('--pairs', required=True)
    one.add_argument('--cache', required=True)
    one.set_defaults(run=tokenise)
    two = commands.add_parser('train')
    add_settings(two)
    two.set_defaults(run=train)
    three = commands.add_parser('export')
    three.add_argument('--checkpoint', required=True, nargs='+', help='of one vocabulary; several are averaged')
    three.add_argument('--out', required=True)
    three.add_argument('--goldens')
    three.set_defaults(run=export)
    args = parser.parse_args()
    args.run(args)


def add_settings(two):
    two.add_argument('--cache', required=True)
    two.add_argument('--out', required=True)
    two.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    two.add_argument('--steps', type=int, default=1800)
    two.add_argument('--vocabulary', type=int, default=25_000)
    two.add_argument('--dims', type=int, default=256)
    two.add_argument('--rate', type=float, default=0.003)
    two.add_argument('--every', type=int, default=450)
    two.add_argument('--dropout', type=float, default=0.3, help='of tokens of the code; of the query half of it')
    two.add_argument('--long-dropout', type=float, default=0.5, help="of a report's words, at most, beyond that of a query")
    two.add_argument('--epsilon', type=float, default=1e-5, help="Adam's: keeps rows of rare tokens from leaping")
    two.add_argument('--group', type=int, default=512, help='pairs of one repository')
    two.add_argument('--groups', type=int, default=3, help='in a batch')
    two.add_argument('--kinds', default='', help='shares of kinds, like doc=.5,rp=.3; the others are read whole')
    two.add_argument('--stems', type=float, default=2.0, help="the rate of what words of one stem share, as a share of the rows' own; 0: nothing")
    two.add_argument('--share', type=float, default=1, help='of the repositories, for the curve')
    two.add_argument('--seed', type=int, default=2)


def train(args):
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    began = time.time()
    words, costs, covered, repos = load(args)
    learn = [repo for repo in repos if not repo['dev']]
    dev = [one for one in (dev_set(repo, args.device) for repo in repos if repo['dev']) if one is not None]
    data = flatten(learn)
    size = len(words)
    note(args, {
        'repositories': len(learn), 'development': [one['name'] for one in dev], 'pairs': len(data['kinds']), 'vocabulary': size,
        'covered_code': round(covered[0], 4), 'covered_doc': round(covered[1], 4), 'caps': CAPS,
        'kinds': {kind: int((data['kinds'] == number).sum()) for number, kind in enumerate(KINDS)}, 'seconds': round(time.time() - began),
    })
    table, weights = initial(data, size, args.dims, np.random.default_rng(1))
    pairs = Pairs(data, size, args.device)
    weights = np.stack([weights, weights])
    fit(args, data, pairs, dev, table, weights, stems_of(words), lambda step, rows, both: save(os.path.join(args.out, f'checkpoint-{step}.npz'), words, costs, rows, both))


def fit(args, data, pairs, dev, table, weights, stems, keep):
    """Trains from these rows and weights; `keep` gets the step, rows and both weights every so often."""
    began = time.time()
    device = args.device
    rng = np.random.default_rng(args.seed)
    torch.manual_seed(args.seed)
    pairs.random.manual_seed(args.seed)
    E = torch.nn.Parameter(torch.tensor(table, device=device))
    logs = torch.nn.Parameter(torch.tensor(np.log(weights), device=device))
    scale = torch.nn.Parameter(torch.tensor(math.log(20.0), device=device))
    # What the words of a stem share learns from all of them; afterwards it is a part of each row.
    stems = torch.from_numpy(stems).to(device)
    is_shared = (stems > 0)[:, None]
    shared = torch.nn.Parameter(torch.zeros(int(stems.max()) + 1, args.dims, device=device))
    rates = [args.rate, 2 * args.rate, args.stems * args.rate]
    optimiser = torch.optim.Adam([{'params': params, 'lr': 0.0} for params in ([E, scale], [logs], [shared])], betas=(0.9, 0.99), eps=args.epsilon)
    shares = {kind: float(share) for kind, _, share in (part.partition('=') for part in args.kinds.split(',') if part)}
    note(args, {'step': 0, **quality(dev, E, *logs.detach().exp())})

    def encode(side, rows, text, count):
        tokens, weight, owner = text
        starts = torch.searchsorted(owner, torch.arange(count, device=device))
        return torch.nn.functional.embedding_bag(tokens, rows, starts, mode='sum', per_sample_weights=weight * logs[side][tokens].exp())

    plan = batches(data, rng, args.group, args.groups, shares)
    count = args.group * args.groups
    diagonal = torch.eye(count, dtype=torch.bool, device=device)
    losses = torch.zeros((), device=device)
    for step in range(1, args.steps + 1):
        factor = min(1, step / WARM_UP) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * step / args.steps)))
        for group, rate in zip(optimiser.param_groups, rates):
            group['lr'] = rate * factor
        rows = torch.from_numpy(next(plan)).to(device)
        words = E + shared[stems] * is_shared if args.stems else E
        q = encode(0, words, pairs.question(rows, args.dropout / 2, args.long_dropout), count)
        c = encode(1, words, pairs.code(rows, args.dropout), count)
        same = pairs.same[rows]
        mask = (same[:, None] == same[None, :]) & ~diagonal
        loss = nce(q, c, scale, mask)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            scale.clamp_(math.log(5), math.log(60))
            losses = losses + loss.detach()
        if step % args.every == 0 or step == args.steps:
            both = logs.detach().exp()
            words = (E + shared[stems] * is_shared).detach()
            note(args, {
                'step': step, 'pairs': step * count, 'seconds': round(time.time() - began, 1), 'loss': round(float(losses) / ((step - 1) % args.every + 1), 4),
                'scale': round(float(scale.exp()), 2), **quality(dev, words, *both, by_repo=step == args.steps),
            })
            losses = torch.zeros((), device=device)
            keep(step, words.cpu().numpy(), both.cpu().numpy())


def nce(q, c, scale, mask):
    scores = torch.nn.functional.normalize(q) @ torch.nn.functional.normalize(c).T * scale.exp()
    scores = scores.masked_fill(mask, -1e4)
    target = torch.arange(len(scores), device=scores.device)
    return (torch.nn.functional.cross_entropy(scores, target) + torch.nn.functional.cross_entropy(scores.T, target)) / 2


def save(path, words, costs, table, weights):
    np.savez(path, words='\n'.join(words), costs=np.array(costs, np.int32), table=table.astype(np.float32), weights=weights.astype(np.float32))


def note(args, entry):
    line = json.dumps(entry)
    print(line, flush=True)
    with open(os.path.join(args.out, 'curve.jsonl'), 'a') as file:
        file.write(line + '\n')


if __name__ == '__main__':
    main()
