"""What a step of training sees of the pairs: negatives from the same repository, tokens dropped at random.

The pairs lie on the device that learns; which rows a batch has is drawn with NumPy, what is dropped of them on the device.
"""

import numpy as np
import torch

from corpus import KINDS
from model import TF_WEIGHTS, TFS

BLOCK = 8


class Pairs:
    """All pairs on one device."""

    def __init__(self, data, size, device):
        self.size, self.device = size, device
        on = lambda array: torch.from_numpy(array).to(device)
        self.sides = {side: (on(data[side]), on(data[side + 't']), on(data[side + 'e'].astype(np.int64))) for side in 'qcpn'}
        self.same = on(data['same'])
        self.is_report = on(data['kinds'] == KINDS.index('rp'))
        self.tf_weights = torch.tensor(TF_WEIGHTS, dtype=torch.float32, device=device)
        self.random = torch.Generator(device=device)

    def side(self, side, rows):
        """@returns tokens, their frequencies, and the row that each is of"""
        tokens, tf, ends = self.sides[side]
        starts = ends[rows]
        lengths = ends[rows + 1] - starts
        owner = torch.repeat_interleave(torch.arange(len(rows), device=self.device), lengths)
        first = torch.cumsum(lengths, 0) - lengths
        where = torch.arange(len(owner), device=self.device) + (starts - first)[owner]
        return tokens[where].long(), tf[where].long(), owner

    def draw(self, count):
        return torch.rand(count, generator=self.random, device=self.device)

    def question(self, rows, dropout, long_dropout):
        """Of a long message another share of the words is left out each time: nobody reports in the same words."""
        tokens, tf, owner = self.side('q', rows)
        drop = torch.full((len(rows),), dropout, device=self.device)
        drop = torch.where(self.is_report[rows], dropout + (long_dropout * self.draw(len(rows))), drop)
        kept = self.draw(len(tokens)) >= drop[owner]
        return tokens[kept], self.tf_weights[tf[kept]], owner[kept]

    def code(self, rows, dropout):
        """Code with some of its tokens gone; now and then without the words of its own name; mostly with those of path and classes around it."""
        tokens, tf, owner = self.side('c', rows)
        kept = self.draw(len(tokens)) >= dropout
        names, _, named = self.side('n', rows)
        hidden = (self.draw(len(rows)) < 0.1)[named]
        kept &= ~torch.isin(owner * self.size + tokens, (named * self.size + names)[hidden])
        paths, path_tf, path_owner = self.side('p', rows)
        with_path = (self.draw(len(rows)) < 0.6)[path_owner]
        keys = torch.cat([(owner * self.size + tokens)[kept], (path_owner * self.size + paths)[with_path]])
        keys, inverse = torch.unique(keys, return_inverse=True)
        sums = torch.zeros(len(keys), dtype=torch.long, device=self.device).index_add_(0, inverse, torch.cat([tf[kept], path_tf[with_path]]))
        return keys % self.size, self.tf_weights[sums.clamp(max=TFS - 1)], keys // self.size


def batches(data, rng, group, groups, shares):
    """Rows of pairs: groups of pairs, each from one repository, blocks of 8 neighbours together. Of each kind a share is drawn anew
    for each pass. For ever."""
    share = np.array([shares.get(kind, 1.0) for kind in KINDS], np.float32)[data['kinds']]
    while True:
        drawn = rng.random(len(share), dtype=np.float32) < share
        whole, rest = [], []
        for rows in data['groups']:
            rows = rows[drawn[rows]]
            mixed = blocks_of(rows, rng)
            full = len(mixed) // group * group
            whole.append(mixed[:full].reshape(-1, group))
            rest.append(mixed[full:])
        rest = np.concatenate(rest)
        whole.append(rest[: len(rest) // group * group].reshape(-1, group))
        whole = np.concatenate(whole)
        order = rng.permutation(len(whole))
        for at in range(0, len(order) - groups + 1, groups):
            yield whole[order[at : at + groups]].ravel()


def blocks_of(rows, rng):
    full = len(rows) // BLOCK * BLOCK
    blocks = rows[:full].reshape(-1, BLOCK)
    return np.concatenate([blocks[rng.permutation(len(blocks))].ravel(), rows[full:]])
