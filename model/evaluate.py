#!/usr/bin/env python3
"""Vectors alone, every model in the same way. MODEL is a builtin.bin or a folder with model.json and model.bin (the format of earlier
experiments).

    evaluate.py windows MODEL REPO QUERIES OUT [--path 0.3]
        Ranks windows of 40 lines, every 20 lines, by cosine. QUERIES holds JSON lines {id, query}; OUT gets one line
        {id, results: [{path, startLine, endLine, score}], ms} for each, at most one of windows that overlap. --path adds the unit
        vector of the path's words, times the number, to the unit vector of a window.

    evaluate.py definitions MODEL... --roots DIR...
        Finds a definition by the first sentence of its comment among all definitions of its repository (comments taken off);
        NDCG@10 per repository, per language and over all.
"""

import argparse
import json
import os
import subprocess
import time
from collections import Counter

import numpy as np

from definitions import LANGUAGES, definitions_of
from model import Model, read_model

WINDOW, STEP, SHOWN = 40, 20, 50
MAX_FILE, MAX_LINE = 1_000_000, 2000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser('windows')
    for name in ('model', 'repo', 'queries', 'out'):
        one.add_argument(name)
    one.add_argument('--path', type=float, default=0)
    one.set_defaults(run=windows)
    two = commands.add_parser('definitions')
    two.add_argument('models', nargs='+')
    two.add_argument('--roots', nargs='+', required=True)
    two.set_defaults(run=definitions)
    args = parser.parse_args()
    args.run(args)


def windows(args):
    model = open_model(args.model)
    found, vectors = embed_repository(model, args.repo, args.path)
    with open(args.queries) as queries, open(args.out, 'w') as out:
        for line in queries:
            if not line.strip():
                continue
            asked = json.loads(line)
            began = time.perf_counter()
            scores = vectors @ model.embed(asked['query'], 'query')
            results = best_of(found, scores)
            out.write(json.dumps({'id': asked['id'], 'results': results, 'ms': round((time.perf_counter() - began) * 1000, 3)}) + '\n')


def definitions(args):
    models = [open_model(path) for path in args.models]
    by_language = {}
    for root in args.roots:
        texts, asked, languages = [], [], Counter()
        for path, text in files_of(root):
            language = LANGUAGES.get(path.rsplit('.', 1)[-1].lower())
            if language in (None, 'md', 'rst'):
                continue
            for found in definitions_of(text, language):
                if found['doc']:
                    asked.append((len(texts), found['doc']))
                    languages[path.rsplit('.', 1)[-1]] += 1
                texts.append(' '.join(found['scope']) + '\n' + found['code'])
        if len(asked) < 10:
            continue
        gold = np.array([number for number, _ in asked])
        scores = []
        for model in models:
            code = np.stack([model.embed(text, 'document') for text in texts])
            cosines = np.stack([model.embed(query, 'query') for _, query in asked]) @ code.T
            ranks = (cosines > cosines[np.arange(len(gold)), gold][:, None]).sum(1) + 1
            scores.append(float(np.mean(np.where(ranks <= 10, 1 / np.log2(1 + ranks), 0))))
        language = languages.most_common(1)[0][0]
        by_language.setdefault(language, []).append(scores)
        print(f'{os.path.basename(root):20} {language:6} {len(asked):5} of {len(texts):6}  ' + '  '.join(f'{score:.3f}' for score in scores), flush=True)
    for language, rows in sorted(by_language.items()):
        print(f'{language:8} {len(rows):3}  ' + '  '.join(f'{score:.3f}' for score in np.mean(rows, axis=0)))
    rows = [row for rows in by_language.values() for row in rows]
    print(f'all      {len(rows):3}  ' + '  '.join(f'{score:.4f}' for score in np.mean(rows, axis=0)))


def open_model(path):
    if not os.path.isdir(path):
        return read_model(path)
    info = json.load(open(os.path.join(path, 'model.json')))
    size, dims = info['size'], info['dim']
    raw = open(os.path.join(path, 'model.bin'), 'rb').read()
    weights = np.frombuffer(raw, '<f4', 2 * size, size * dims)
    words = info['vocab'] if isinstance(info['vocab'], list) else info['vocab'].split()
    tf_weights = [0.0] + [float(x) for x in 1 + np.log(np.arange(1, 4096))]
    return Model(words, info['cost'], np.frombuffer(raw, 'i1', size * dims).reshape(size, dims), weights[:size], weights[size:], tf_weights)


def embed_repository(model, repo, path_weight):
    from scipy import sparse

    found, owners, tokens, weights, paths = [], [], [], [], []
    tf_weights, code = model.tf_weights, model.weights['document']
    for path, text in files_of(repo):
        lines = text.split('\n')
        counted = [Counter(model.tokens_of(line)) if len(line) < MAX_LINE else Counter() for line in lines]
        beside = model.embed(path, 'document') if path_weight else None
        for start in range(0, max(1, len(lines)), STEP):
            end = min(len(lines), start + WINDOW)
            counts = Counter()
            for line in counted[start:end]:
                counts.update(line)
            if counts:
                owners += [len(found)] * len(counts)
                tokens += counts.keys()
                weights += [tf_weights[min(count, len(tf_weights) - 1)] for count in counts.values()]
                found.append((path, start + 1, end))
                paths.append(beside)
            if end >= len(lines):
                break
    matrix = sparse.csr_matrix((np.array(weights, np.float32) * code[tokens].astype(np.float32), (owners, tokens)), (len(found), len(code)))
    vectors = matrix @ model.table.astype(np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    if path_weight:
        vectors += path_weight * np.array(paths, np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return found, vectors


def files_of(repo):
    listed = subprocess.run(['git', '-C', repo, 'ls-files', '-z'], capture_output=True, check=True).stdout
    for path in listed.decode('utf8', 'replace').split('\0'):
        full = os.path.join(repo, path)
        if not path or os.path.islink(full) or not os.path.isfile(full) or os.path.getsize(full) > MAX_FILE:
            continue
        raw = open(full, 'rb').read()
        if b'\0' not in raw[:4096]:
            yield path, raw.decode('utf8', 'replace')


def best_of(found, scores):
    out, taken = [], {}
    for number in np.argsort(-scores, kind='stable')[:600]:
        path, start, end = found[number]
        if any(not (end < first or start > last) for first, last in taken.get(path, [])):
            continue
        taken.setdefault(path, []).append((start, end))
        out.append({'path': path, 'startLine': start, 'endLine': end, 'score': round(float(scores[number]), 4)})
        if len(out) == SHOWN:
            break
    return out


if __name__ == '__main__':
    main()
