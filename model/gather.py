#!/usr/bin/env python3
"""Gathers training pairs (what people say → the code or text they say it of) from bare git repositories.

    gather.py --snapshots DIR --out DIR [--forbid FILE] [--list FILE]      one OUT/OWNER+NAME.jsonl.gz per DIR/OWNER+NAME/repo, new ones only
    gather.py --forbidden DIR... --out FILE               hashes of function bodies that must not be trained on
    gather.py --table DIR --out FILE                      repositories.tsv of the model card from what lies in DIR

Kinds of pairs: doc (comment or docstring → definition without it), md (heading → section), mh (heading and paragraph →
code block), cm (commit subject → changed code), rp (message with a body → changed functions). Held-out repositories also list definitions without a comment (fn).
Only repositories whose own licence text is MIT, Apache-2.0, BSD, ISC, Zlib or Boost are read. Nothing from a repository
is run. The output holds text of those repositories: never commit it.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import subprocess
import time

from commits import commit_pairs
from definitions import LANGUAGES, body_hash, definitions_of
from exclusions import FORBIDDEN_PATHS, SKIPPED_PATH, TEST_PATH, is_excluded
from repository import git, licence_of
from sections import sections_of

HELD_OUT_EVERY = 20
MAX_BLOB = 300_000
MAX_FILES = 6000
MAX_DOC = 12_000
MAX_OTHER = 1500
MAX_COMMITS = 3000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--snapshots')
    parser.add_argument('--out', required=True)
    parser.add_argument('--forbid')
    parser.add_argument('--list', help='the repositories to read, OWNER/NAME at the beginning of a line; others are left alone')
    parser.add_argument('--forbidden', nargs='+')
    parser.add_argument('--table')
    args = parser.parse_args()
    if args.forbidden:
        write_forbidden(args.forbidden, args.out)
        return
    if args.table:
        write_table(args.table, args.out)
        return
    forbidden = set(open(args.forbid).read().split('\n')) if args.forbid else set()
    listed = {line.split()[0] for line in open(args.list) if line.strip()} if args.list else None
    for name in sorted(os.listdir(args.snapshots)):
        git_dir = os.path.join(args.snapshots, name, 'repo')
        out = os.path.join(args.out, name + '.jsonl.gz')
        if name.endswith('.part') or '+' not in name or not os.path.isdir(git_dir) or os.path.exists(out):
            continue
        if is_excluded(name.replace('+', '/')) or (listed is not None and name.replace('+', '/') not in listed):
            continue
        if os.path.isdir(os.path.join(git_dir, '.git')):
            git_dir = os.path.join(git_dir, '.git')
        gather(name, git_dir, out, forbidden)


def gather(name, git_dir, out, forbidden):
    """Writes the first line {repo, licence, commit, split, counts} and then one pair per line."""
    began = time.time()
    tree = git(git_dir, 'ls-tree', '-r', '-l', '-z', 'HEAD').decode('utf-8', 'replace').split('\0')
    files = []
    licences = []
    for entry in tree:
        if not entry:
            continue
        meta, path = entry.split('\t', 1)
        mode, kind, sha, size = meta.split()
        if kind != 'blob' or mode == '120000' or not size.isdigit():
            continue
        if '/' not in path and re.fullmatch(r'(?:mit-)?licen[sc]e(?:-mit|-apache|-bsd)?(?:-2\.0)?(?:\.(?:md|txt|rst))?|copying(?:\.(?:md|txt))?|readme(?:\.\w+)?', path, re.I):
            licences.append((2 if path.lower().startswith('readme') else 0, path, sha))
        extension = path.rsplit('.', 1)[-1].lower() if '.' in path.rsplit('/', 1)[-1] else ''
        language = LANGUAGES.get(extension)
        if language and int(size) <= MAX_BLOB and not SKIPPED_PATH.search(path) and not FORBIDDEN_PATHS.search(name + '/' + path):
            files.append((path, sha, language))
    licence = licence_of(git_dir, sorted(licences))
    split = 'dev' if int(hashlib.sha1(name.lower().encode()).hexdigest(), 16) % HELD_OUT_EVERY == 0 else 'train'
    head = {'repo': name.replace('+', '/'), 'licence': licence, 'split': split}
    pairs = []
    if licence:
        head['commit'] = git(git_dir, 'rev-parse', 'HEAD').decode().strip()
        # a fixed shuffle, so that a cap takes from everywhere
        files.sort(key=lambda file: hashlib.sha1(file[0].encode()).digest())
        pairs = file_pairs(git_dir, files[:MAX_FILES], split, forbidden)
        pairs += [pair for pair in commit_pairs(git_dir, MAX_COMMITS, MAX_COMMITS) if pair['q'].split('\n')[0].lower() not in forbidden]
    counts = {}
    for pair in pairs:
        counts[pair['k']] = counts.get(pair['k'], 0) + 1
    head['counts'] = counts
    head['seconds'] = round(time.time() - began, 1)
    with gzip.open(out + '.tmp', 'wt', compresslevel=1) as file:
        file.write(json.dumps(head) + '\n')
        for pair in pairs:
            file.write(json.dumps(pair, ensure_ascii=False) + '\n')
    os.rename(out + '.tmp', out)
    print(json.dumps(head), flush=True)


def file_pairs(git_dir, files, split, forbidden):
    process = subprocess.Popen(
        ['git', '--git-dir', git_dir, 'cat-file', '--batch'], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    pairs = []
    counts = {'doc': 0, 'md': 0, 'mh': 0}
    seen = set()
    for path, sha, language in files:
        process.stdin.write(sha.encode() + b'\n')
        process.stdin.flush()
        header = process.stdout.readline().split()
        if len(header) < 3:
            continue
        raw = process.stdout.read(int(header[2]) + 1)[:-1]
        if b'\0' in raw[:8000]:
            continue
        text = raw.decode('utf-8', 'replace')
        longest = max(map(len, text.split('\n')))
        if longest > 5000 or re.search(r'@generated|DO NOT EDIT|auto-?generated', text[:600], re.I):
            continue
        if language == 'md' or language == 'rst':
            if counts['md'] < MAX_OTHER:
                for pair in sections_of(text, path, language):
                    if counts[pair['k']] < MAX_OTHER:
                        counts[pair['k']] += 1
                        pairs.append(pair)
            continue
        if counts['doc'] >= MAX_DOC:
            continue
        in_test = TEST_PATH.search(path) is not None
        for found in definitions_of(text, language):
            if not found['doc'] and (split == 'train' or in_test):
                continue
            digest = body_hash(found['code'])
            if digest in seen or (digest in forbidden and digest is not None):
                continue
            seen.add(digest)
            query = found['doc']
            if query and query.lower() in forbidden:
                continue
            kind = 'doc' if query else 'fn'
            if kind == 'doc':
                counts['doc'] += 1
            pairs.append({'k': kind, 'q': query, 'c': found['code'], 'p': path, 's': found['scope'], 'n': found['name'], 'l': language})
    process.stdin.close()
    process.stdout.close()
    process.wait()
    return pairs


def write_forbidden(roots, out):
    """Hashes of all definitions under the folders, and the queries (lower case) of *.json and *.jsonl files among the arguments."""
    hashes = set()
    for root in roots:
        if root.endswith('.jsonl') or root.endswith('.json'):
            text = open(root).read()
            hashes.update(query.lower() for query in re.findall(r'"(?:query|text)":\s*"((?:[^"\\]|\\.)*)"', text))
            continue
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if name not in ('.git', 'node_modules')]
            for name in names:
                language = LANGUAGES.get(name.rsplit('.', 1)[-1].lower())
                path = os.path.join(folder, name)
                if language in (None, 'md', 'rst') or os.path.islink(path) or os.path.getsize(path) > MAX_BLOB:
                    continue
                text = open(path, encoding='utf-8', errors='replace').read()
                hashes.update(digest for digest in (body_hash(found['code']) for found in definitions_of(text, language)) if digest)
    with open(out, 'w') as file:
        file.write('\n'.join(sorted(hashes)))
    print(len(hashes), 'hashes and queries')


def write_table(folder, out):
    with open(out, 'w') as table:
        table.write('repository\tlicence\tcommit\tsplit\tdoc\tmd\tmh\tcm\trp\n')
        for name in sorted(os.listdir(folder), key=str.lower):
            with gzip.open(os.path.join(folder, name), 'rt') as lines:
                head = json.loads(next(lines))
            if is_excluded(head['repo']):
                raise SystemExit(f"{head['repo']} is never to be trained on")
            if head['licence']:
                counts = '\t'.join(str(head['counts'].get(kind, 0)) for kind in ('doc', 'md', 'mh', 'cm', 'rp'))
                table.write(f"{head['repo']}\t{head['licence']}\t{head['commit'][:12]}\t{head['split']}\t{counts}\n")


if __name__ == '__main__':
    main()
