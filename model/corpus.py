"""Pairs as numbers: the cache that tokenising writes, the vocabulary over it, and one array per side of all pairs.

Sides of a pair: q what people say, c the code or text, p the words of its path and of the definitions around it, n its name. Of each
there are the token numbers, how often each token occurs (q, qt), and where each pair's tokens end (qe). `files` numbers the files of a
repository. Knows nothing of learning.
"""

import gzip
import json
import math
import os
from collections import Counter

import numpy as np

from exclusions import is_excluded
from model import TFS, pieces_of, words_of

KINDS = ['doc', 'md', 'mh', 'cm', 'fn', 'rp']
# Pairs of a kind that a repository brings at most: many repositories are worth more than much of one.
CAPS = {'doc': 4000, 'md': 600, 'mh': 400, 'cm': 1200, 'rp': 1200}


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
            kinds, languages, files = [], [], {}
            places = []
            for line in lines:
                pair = json.loads(line)
                kinds.append(KINDS.index(pair['k']))
                languages.append(pair['l'])
                places.append(files.setdefault(pair['p'], len(files)))
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
        np.savez(out + '.tmp.npz', words='\n'.join(ids), kinds=np.array(kinds, np.int8), languages='\n'.join(languages), files=np.array(places, np.int32), head=json.dumps(head), **arrays)
        os.rename(out + '.tmp.npz', out)


def load(args):
    """Vocabulary and, per repository, pairs in its numbers."""
    repos = []
    for file in sorted(os.listdir(args.cache)):
        data = dict(np.load(os.path.join(args.cache, file)))
        repo = {'head': json.loads(str(data.pop('head'))), 'words': str(data.pop('words')).split('\n'), 'languages': str(data.pop('languages')).split('\n'), **data}
        if is_excluded(repo['head']['repo']):
            raise SystemExit(f"{repo['head']['repo']} is never to be trained on")
        repo['dev'] = repo['head']['split'] == 'dev'
        repos.append(repo if repo['dev'] else capped(repo))
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


def capped(repo):
    """The first of each kind: gather.py has shuffled the files, and the newest commits come first."""
    kept = np.concatenate([np.flatnonzero(repo['kinds'] == number)[: CAPS.get(kind, 0)] for number, kind in enumerate(KINDS)])
    kept.sort()
    out = {**repo, 'kinds': repo['kinds'][kept], 'files': repo['files'][kept], 'languages': [repo['languages'][row] for row in kept]}
    for side in 'qcpn':
        out[side], out[side + 't'], owner = slices(repo, side, kept)
        out[side + 'e'] = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(kept)))])
    return out


def merge(tokens, tf, owner, count, size):
    """Adds up the frequencies of equal tokens of one text; tokens in the order of their numbers."""
    keys = owner.astype(np.int64) * size + tokens
    unique, inverse = np.unique(keys, return_inverse=True)
    sums = np.minimum(np.bincount(inverse, tf, len(unique)), TFS - 1).astype(np.uint8)
    ends = np.concatenate([[0], np.cumsum(np.bincount(unique // size, minlength=count))])
    return (unique % size).astype(np.int32), sums, ends.astype(np.int64)


ENDINGS = 'ations ation ments ment ings ions ing ion ers ors ies ied er or ed es s e y'.split()


def stems_of(words):
    """@returns by word the number of its stem; words that have theirs alone share the number 0 and nothing else"""
    found = Counter()
    of = []
    for word in words:
        ending = next((ending for ending in ENDINGS if word.endswith(ending) and len(word) - len(ending) >= 3), '')
        stem = word[: len(word) - len(ending)]
        stem = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
        of.append(stem)
        found[stem] += 1
    numbers = {}
    return np.array([0 if found[stem] == 1 else numbers.setdefault(stem, len(numbers) + 1) for stem in of], np.int64)


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


def slices(data, side, rows):
    starts, ends = data[side + 'e'][rows], data[side + 'e'][rows + 1]
    lengths = ends - starts
    where = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths) + np.arange(lengths.sum())
    return data[side][where], data[side + 't'][where], np.repeat(np.arange(len(rows)), lengths)
