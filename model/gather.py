#!/usr/bin/env python3
"""Gathers training pairs (what people say → the code or text they say it of) from bare git repositories.

    gather.py --snapshots DIR --out DIR [--forbid FILE]      one OUT/OWNER+NAME.jsonl.gz per DIR/OWNER+NAME/repo, new ones only
    gather.py --forbidden DIR... --out FILE               hashes of function bodies that must not be trained on
    gather.py --table DIR --out FILE                      repositories.tsv of the model card from what lies in DIR

Kinds of pairs: doc (comment or docstring → definition without it), md (heading → section), mh (heading and paragraph →
code block), cm (commit subject → changed code). Held-out repositories also list definitions without a comment (fn).
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

from definitions import LANGUAGES, body_hash, definitions_of
from exclusions import EXCLUDED, FORBIDDEN_PATHS

HELD_OUT_EVERY = 20
MAX_BLOB = 300_000
MAX_FILES = 6000
MAX_DOC = 12_000
MAX_OTHER = 1500
COMMITS = 700
COMMIT_SECONDS = 12

SKIPPED_PATH = re.compile(
    r'(^|/)(vendor|vendored|third[-_]?party|node_modules|external|extern|deps|dist|build|generated|gen|fixtures?|testdata|test-data|'
    r'__snapshots__|snapshots|baselines|i18n|locales?|translations?|migrations|samples?-data)/|\.min\.|[._-]generated\.|\.pb\.|_pb2|\.g\.|zz_generated',
    re.I,
)
TEST_PATH = re.compile(r'(^|/)(tests?|specs?|__tests__|testing|e2e)/|[._-](test|spec)s?\.|_test\.|Tests?\.\w+$', re.I)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--snapshots')
    parser.add_argument('--out', required=True)
    parser.add_argument('--forbid')
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
    for name in sorted(os.listdir(args.snapshots)):
        git_dir = os.path.join(args.snapshots, name, 'repo')
        out = os.path.join(args.out, name + '.jsonl.gz')
        if name.endswith('.part') or '+' not in name or not os.path.isdir(git_dir) or os.path.exists(out):
            continue
        if name.replace('+', '/').lower() in EXCLUDED:
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
        pairs += commit_pairs(git_dir)
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


def git(git_dir, *args, **more):
    env = {**os.environ, 'GIT_OPTIONAL_LOCKS': '0', 'LC_ALL': 'C', 'GIT_CONFIG_NOSYSTEM': '1'}
    return subprocess.run(
        ['git', '--git-dir', git_dir, '-c', 'protocol.allow=never', *args], capture_output=True, env=env, **more
    ).stdout


LICENCE_TEXTS = [
    # longer families first: a text that names the GPL or the MPL at its head is refused
    ('Apache-2.0', r'Apache License,?\s+Version 2\.0'),
    ('MIT', r'Permission is hereby granted, free of charge, to any person obtaining a copy'),
    ('BSD', r'Redistributions? and use in source and binary forms'),
    ('ISC', r'Permission to use, copy, modify, and(?:/or)? distribute this software for any\s+purpose with or without fee'),
    ('Zlib', r'Permission is granted to anyone to use this software for any purpose,\s+including commercial applications'),
    ('BSL-1.0', r'Boost Software License - Version 1\.0'),
]
REFUSED = re.compile(
    r'GNU (?:LESSER |AFFERO )?GENERAL PUBLIC LICENSE|Mozilla Public License|Business Source License|Server Side Public|Elastic License|'
    r'Eclipse Public|Commons Clause|Commercial License',
    re.I,
)


def licence_of(git_dir, candidates):
    """The identifier that the licence text at the top of the repository gives, or None: then nothing is read."""
    found = None
    for rank, _, sha in candidates:
        text = git(git_dir, 'cat-file', 'blob', sha).decode('utf-8', 'replace')
        if rank < 2 and REFUSED.search(text):
            return None
        if found is None and (rank < 2 or re.search(r'licen[sc]e', text, re.I)):
            flat = re.sub(r'[ \t]+', ' ', text)
            found = next((name for name, pattern in LICENCE_TEXTS if re.search(pattern.replace(' ', r'\s+'), flat, re.I)), None)
    return found


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


HEADING = re.compile(r'^(#{1,5})[ \t]+(.+?)[ \t#]*$')
RST_RULE = re.compile(r'^([=\-~^"\'`#*+])\1{3,}\s*$')


def sections_of(text, path, language):
    """md: the heading, with the one above it where it is short → the section's prose; mh: heading and paragraph → code block."""
    lines = text.split('\n')
    sections = []
    trail = {}
    current = None
    fenced = False
    levels = []
    for at, line in enumerate(lines):
        if language == 'md' and line.lstrip().startswith('```'):
            fenced = not fenced
        match = None if fenced else HEADING.match(line) if language == 'md' else None
        level, title = (len(match[1]), match[2]) if match else (0, '')
        if language == 'rst' and at + 1 < len(lines) and line.strip() and RST_RULE.match(lines[at + 1]) and not RST_RULE.match(line):
            mark = lines[at + 1][0]
            if mark not in levels:
                levels.append(mark)
            level, title = levels.index(mark) + 1, line.strip()
        if title:
            trail = {depth: name for depth, name in trail.items() if depth < level}
            trail[level] = title
            current = {'title': title, 'above': trail.get(level - 1, ''), 'lines': []}
            sections.append(current)
        elif current is not None and not (language == 'rst' and RST_RULE.match(line)):
            current['lines'].append(line)
    for section in sections:
        title = plain(section['title'])
        query = title if len(title.split()) >= 3 else f"{plain(section['above'])} {title}".strip()
        body = '\n'.join(section['lines']).strip()
        if len(query.split()) < 2 or len(query) > 200 or re.match(r'v?\d+\.\d+|changelog|table of contents|licen[sc]e|contributors', title, re.I):
            continue
        prose = re.sub(r'```.*?(```|$)', ' ', body, flags=re.S)
        if 120 <= len(prose):
            yield {'k': 'md', 'q': query, 'c': prose[:1600], 'p': path, 's': [], 'n': '', 'l': 'md'}
        block = re.search(r'```[\w-]*\n(.*?)```', body, re.S)
        if block and len(block[1]) >= 60:
            before = plain(body[: block.start()].strip().split('\n\n')[-1])[:240]
            yield {'k': 'mh', 'q': f'{query} {before}'.strip(), 'c': block[1][:1800], 'p': path, 's': [], 'n': '', 'l': 'md'}


def plain(text):
    text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', text)
    return re.sub(r'<[^>]*>|:\w+:|[`*_#]', ' ', text).strip()


CODE_FILE = re.compile(r'\.(' + '|'.join(sorted(key for key, value in LANGUAGES.items() if value not in ('md', 'rst'))) + ')$')
DULL = re.compile(
    r'^(bump|release|merge|revert|prepare|update (change|dep|readme|version|lock)|changelog|version|typo|fix typo|lint|format|cleanup|clean up|'
    r'upgrade|chore|wip|v?\d+\.\d+|\[?(automated|bot)|back to|ci\b|docs?\b|style\b|nit|address|review)|typos?\b|dependabot|copyright',
    re.I,
)


def commit_pairs(git_dir):
    """Subjects of the newest commits → added and surrounding lines of the one or two files that they change most plainly."""
    command = [
        'git', '--git-dir', git_dir, '-c', 'protocol.allow=never', '-c', 'core.attributesFile=/dev/null', 'log', '-p', '--no-merges', '--no-renames',
        '--no-ext-diff', '--no-textconv', '--diff-filter=M', '-U3', f'-n{COMMITS}', '--format=%x00%s', 'HEAD',
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    began = time.time()
    pairs = []
    chunk = []
    size = 0
    for raw in process.stdout:
        if raw.startswith(b'\0'):
            pairs += changes_of(chunk)
            chunk = []
            size = 0
            if time.time() - began > COMMIT_SECONDS:
                break
        size += 1
        if size < 6000:
            chunk.append(raw)
    process.kill()
    process.stdout.close()
    process.wait()
    return pairs[:MAX_OTHER]


def changes_of(raw):
    if not raw or len(raw) >= 5999:
        return []
    lines = [line[:300].decode('utf-8', 'replace').rstrip('\n') for line in raw]
    subject = re.sub(r'\s*\(?#\d+\)?|\[[^\]]*\]\s*', ' ', lines[0].lstrip('\0'))
    subject = re.sub(r'^\s*[\w./*-]+(\([^)]*\))?!?:\s+', '', subject).strip()
    if DULL.search(subject) or not 3 <= len(subject.split()) <= 30:
        return []
    files = []
    for line in lines[1:]:
        if line.startswith('diff --git '):
            files.append({'path': line.rsplit(' b/', 1)[-1], 'text': [], 'changed': 0})
        elif files and not line.startswith(('index ', '--- ', '+++ ', 'new ', 'old ')):
            if line.startswith('@@'):
                files[-1]['text'].append(line.split('@@', 2)[-1])
            elif line.startswith('+') or line.startswith(' '):
                files[-1]['text'].append(line[1:])
            if line.startswith(('+', '-')):
                files[-1]['changed'] += 1
    code = [file for file in files if CODE_FILE.search(file['path']) and not SKIPPED_PATH.search(file['path'])]
    if len(code) > 8:
        return []
    code = [file for file in code if not TEST_PATH.search(file['path']) and 2 <= file['changed'] <= 150]
    if len(code) > 2:
        return []
    return [
        {'k': 'cm', 'q': subject, 'c': '\n'.join(file['text'][:70])[:2000], 'p': file['path'], 's': [], 'n': '', 'l': LANGUAGES[file['path'].rsplit('.', 1)[-1]]}
        for file in code
    ]


def write_forbidden(roots, out):
    """Hashes of all definitions under the folders, and the queries (lower case) of *.json and *.jsonl files among the arguments."""
    hashes = set()
    for root in roots:
        if root.endswith('.jsonl') or root.endswith('.json'):
            text = open(root).read()
            hashes.update(query.lower() for query in re.findall(r'"query":\s*"((?:[^"\\]|\\.)*)"', text))
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
        table.write('repository\tlicence\tcommit\tsplit\tdoc\tmd\tmh\tcm\n')
        for name in sorted(os.listdir(folder), key=str.lower):
            with gzip.open(os.path.join(folder, name), 'rt') as lines:
                head = json.loads(next(lines))
            if head['licence']:
                counts = '\t'.join(str(head['counts'].get(kind, 0)) for kind in ('doc', 'md', 'mh', 'cm'))
                table.write(f"{head['repo']}\t{head['licence']}\t{head['commit'][:12]}\t{head['split']}\t{counts}\n")


if __name__ == '__main__':
    main()
