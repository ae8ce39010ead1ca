"""Which pairs a step of training sees, and what of their texts: negatives from the same repository, tokens dropped at random."""

import numpy as np

from corpus import merge, slices

GROUP, GROUPS, BLOCK = 128, 12, 8


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


def query_side(data, rows, rng, dropout):
    tokens, tf, owner = slices(data, 'q', rows)
    return keep(tokens, tf, owner, rng.random(len(tokens)) >= dropout, len(rows))


def keep(tokens, tf, owner, kept, count):
    return tokens[kept], tf[kept], np.concatenate([[0], np.cumsum(np.bincount(owner[kept], minlength=count))])


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
