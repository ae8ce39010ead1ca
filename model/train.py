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
import json
import math
import os
import time

import numpy as np

from batches import GROUP, GROUPS, batches, code_side, query_side
from corpus import KINDS, flatten, load, tokenise
from export import export
from initial import initial
from model import TF_WEIGHTS
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


def save(path, words, costs, table, weights):
    np.savez(path, words='\n'.join(words), costs=np.array(costs, np.int32), table=table.astype(np.float32), weights=weights.astype(np.float32))


def note(args, entry):
    line = json.dumps(entry)
    print(line, flush=True)
    with open(os.path.join(args.out, 'curve.jsonl'), 'a') as file:
        file.write(line + '\n')


if __name__ == '__main__':
    main()
