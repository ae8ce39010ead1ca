#!/usr/bin/env python3
"""Questions with the files that answer them, mined from whole repositories, to order files by and to measure with.

    ./questions.py --snapshots SNAPSHOTS --roots ROOTS --out QUESTIONS.jsonl OWNER/NAME ...
    ./questions.py … --kinds subject,docstring --each 10 --commits 500 --under '^packages/[^/]+/(src|lib)/' --list ../bench/monorepos.tsv OWNER/NAME ...

For each repository: a commit some years of work before its newest (the base), and of what came later

    report      a commit's or a pull request's message of two lines and 24 words or more → the source files that it changed
    subject     the subject of another commit → the source files that it changed
    docstring   the first sentence of a definition's documentation → the definition, where the documentation is taken out
    symbol      the name of a type that one source file alone defines → that file
    prose       a sentence of a Markdown or reStructuredText file around the name of such a type or function, in back-ticks → that file

ROOTS/OWNER+NAME is the tree at the base without these sentences, in one commit. Files are those of the base that no test, example or
other project holds. The same snapshots give the same questions; --list writes where each is from, without its text.
SNAPSHOTS/OWNER+NAME/repo is a bare clone. Repositories that Cora is measured with are refused."""

import argparse
import json
import os
import random
import re
import subprocess

from commits import CODE_FILE, DULL, TRAILER
from definitions import LANGUAGES, definitions_of, names_of
from exclusions import SKIPPED_PATH, TEST_PATH, is_measured_with
from repository import git

ASIDE = re.compile(r'(^|/)_?(examples?|samples?|demos?|docs?|tutorials?|bench(mark)?s?|playground|integration|__testfixtures__|website)/', re.I)
MOST_FILES = 3
LEAST_WORDS = 24


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--snapshots', required=True)
    parser.add_argument('--roots', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--kinds', default='report,subject,docstring')
    parser.add_argument('--each', type=int, default=60, help='questions of a kind and repository, at most')
    parser.add_argument('--commits', type=int, default=1500, help='the base lies that far back, or half of a shorter history')
    parser.add_argument('--under', default='', help='all answers match this pattern')
    parser.add_argument('--list')
    parser.add_argument('repositories', nargs='+')
    args = parser.parse_args()
    listed = []
    with open(args.out, 'w') as out:
        for name in args.repositories:
            if is_measured_with(name):
                raise SystemExit(f'{name} is a repository that Cora is measured with')
            questions = list(mine(args, name))
            listed += [(name, one['kind'], one['from'], ' '.join(place['path'] for place in one['gold'])) for one in questions]
            for question in questions:
                out.write(json.dumps({'repo': name.replace('/', '+'), **question}) + '\n')
            kinds = [question['kind'] for question in questions]
            print(name, {kind: kinds.count(kind) for kind in args.kinds.split(',')}, flush=True)
    if args.list:
        with open(args.list, 'w') as file:
            file.write('repository\tkind\tfrom\tanswer\n' + ''.join('\t'.join(row) + '\n' for row in listed))


def mine(args, name):
    git_dir = f"{args.snapshots}/{name.replace('/', '+')}/repo"
    commits = git(git_dir, 'rev-list', '--first-parent', f'-n{args.commits}', 'HEAD').decode().split()
    base = commits[-1] if len(commits) == args.commits else commits[len(commits) // 2]
    there = set(git(git_dir, 'ls-tree', '-r', '--name-only', '-z', base).decode('utf-8', 'replace').split('\0'))
    sources = {path for path in there if is_source(path) and re.search(args.under, path)}
    root = f"{args.roots}/{name.replace('/', '+')}"
    check_out(git_dir, base, root)
    documented = take_out_documentation(root, sorted(sources), args.each) if 'docstring' in args.kinds else []
    commit_tree(root)
    said = [one['text'] for one in documented]
    yield from (one for one in documented if said.count(one['text']) == 1)
    yield from named(root, sorted(sources), there, {kind: args.each for kind in args.kinds.split(',')})
    yield from changes(git_dir, base, sources, {kind: args.each for kind in args.kinds.split(',')})


def is_source(path):
    if not CODE_FILE.search(path) or LANGUAGES[path.rsplit('.', 1)[-1]] in ('md', 'rst'):
        return False
    return not (SKIPPED_PATH.search(path) or TEST_PATH.search(path) or ASIDE.search(path))


def changes(git_dir, base, sources, left):
    """Commits after the base, the oldest first: their sources are nearest to what is indexed."""
    log = git(git_dir, 'log', '--no-merges', '--reverse', '--no-renames', '--name-status', '-z', '--format=%x01%H %B%x02', f'{base}..HEAD')
    for entry in log.decode('utf-8', 'replace').split('\x01')[1:]:
        message, _, names = entry.partition('\x02')
        commit, _, message = message.partition(' ')
        fields = [field.strip('\n') for field in names.split('\0') if field.strip('\n')]
        changed = [(status, path) for status, path in zip(fields[::2], fields[1::2]) if is_source(path)]
        files = sorted(path for status, path in changed if status == 'M')
        if not 1 <= len(files) <= MOST_FILES or len(files) < len(changed) or not sources.issuperset(files):
            continue
        kind, text = read_message(message)
        if left.get(kind, 0) == 0:
            continue
        left[kind] -= 1
        yield {'kind': kind, 'from': commit[:12], 'text': text, 'gold': [{'path': path} for path in files]}


def read_message(message):
    lines = message.replace('\r', '').strip().split('\n')
    if re.match(r'Merge (pull request|branch|PR)', lines[0]):
        lines = lines[1:]
    lines = [line for line in lines if not TRAILER.match(line)]
    text = '\n'.join(lines).strip()
    subject, _, body = text.partition('\n')
    plain = re.sub(r'\s*\(?#\d+\)?|\[[^\]]*\]\s*', ' ', subject)
    plain = re.sub(r'^\s*[\w./*-]+(\([^)]*\))?!?:\s+', '', plain).strip()
    if DULL.search(plain) or not 3 <= len(plain.split()) <= 30:
        return '', ''
    if len(body.split()) >= LEAST_WORDS and '\n' in text:
        return 'report', f'{plain}\n{body}'[:8000]
    return 'subject', plain


# Names that one source file defines: alone, and in a sentence of the documentation.


def named(root, sources, there, left):
    if not {'symbol', 'prose'}.intersection(left):
        return
    places, types = {}, set()
    for path in sources:
        for name, is_type in names_of(read_source(root, path), LANGUAGES[path.rsplit('.', 1)[-1]]):
            places.setdefault(name, set()).add(path)
            if is_type:
                types.add(name)
    known = {name: next(iter(paths)) for name, paths in places.items() if len(paths) == 1 and len(name) >= 5}
    rng = random.Random(2)
    for name in shuffled(rng, types.intersection(known))[: left.get('symbol', 0)]:
        yield {'kind': 'symbol', 'from': known[name], 'text': name, 'gold': [{'path': known[name]}]}
    found = {}
    for path in sorted(there):
        if not re.search(r'\.(md|rst|markdown)$', path) or re.search(r'change|history|release|licen', path, re.I):
            continue
        for sentence in re.split(r'(?<=[.!?:])\s+|\n\s*\n|\n#+', re.sub(r'```.*?```', '', read_source(root, path), flags=re.S)):
            names = {name for name in re.findall(r'`+[\w.:]*?(\w+)(?:\(\))?`+', sentence) if name in known}
            words = ' '.join(re.sub(r'!?\[([^\]]*)\]\([^)]*\)|:\w+:|[`*#|<>]', lambda link: f' {link[1] or ""} ', sentence).split())
            if len(names) == 1 and 6 <= len(words.split()) <= 25:
                found.setdefault(words, known[names.pop()])
    for words in shuffled(rng, found)[: left.get('prose', 0)]:
        yield {'kind': 'prose', 'from': found[words], 'text': words, 'gold': [{'path': found[words]}]}


def read_source(root, path):
    try:
        text = open(f'{root}/{path}', encoding='utf-8').read()
    except (UnicodeDecodeError, OSError):
        return ''
    return text if len(text) <= 400_000 else ''


def shuffled(rng, values):
    values = sorted(values)
    rng.shuffle(values)
    return values


# Documentation: the sentence is the question, and is taken out of the tree.


def take_out_documentation(root, sources, most):
    rng = random.Random(1)
    rng.shuffle(sources)
    found = []
    for path in sources:
        if len(found) == most:
            break
        try:
            text = open(f'{root}/{path}', encoding='utf-8', newline='').read()
        except (UnicodeDecodeError, OSError):
            continue
        if '\r' in text or '\t' in text and LANGUAGES[path.rsplit('.', 1)[-1]] == 'python' or len(text) > 400_000:
            continue
        language = LANGUAGES[path.rsplit('.', 1)[-1]]
        documented = [one for one in definitions_of(text, language) if len(one['doc']) >= 25 and len(one['code'].split('\n')) >= 4]
        rng.shuffle(documented)
        for one in documented:
            edited = without_documentation(text.split('\n'), one, language)
            if edited is None:
                continue
            lines, start = edited
            with open(f'{root}/{path}', 'w', encoding='utf-8', newline='') as file:
                file.write('\n'.join(lines))
            end = start + len(one['code'].split('\n')) - 1
            found.append({'kind': 'docstring', 'from': f"{path}:{start}", 'text': one['doc'], 'gold': [{'path': path, 'start': start, 'end': end}]})
            break
    return found


def without_documentation(lines, one, language):
    """@returns the lines that are left, and the definition's first, from 1; None where it is not found without doubt"""
    head = one['code'].split('\n')[0].strip()
    at = [number for number, line in enumerate(lines) if line.expandtabs(4).strip() == head]
    if len(at) != 1:
        return None
    [at] = at
    if language == 'python':
        first = next((n for n in range(at, min(at + 20, len(lines))) if re.match(r'\s*[rRuUbB]?("""|\'\'\')', lines[n])), None)
        if first is None:
            return None
        quote = re.search(r'"""|\'\'\'', lines[first])[0]
        last = first
        if lines[first].count(quote) < 2:
            last = next((n for n in range(first + 1, min(first + 200, len(lines))) if quote in lines[n]), None)
            if last is None:
                return None
        return lines[:first] + lines[last + 1 :], at + 1
    last = at - 1
    while last >= 0 and re.match(r'\s*(?:@|#\[|\[\w|template\b)', lines[last]):
        last -= 1
    if last < 0:
        return None
    first = last
    if lines[last].rstrip().endswith('*/'):
        while first >= 0 and '/*' not in lines[first]:
            first -= 1
    else:
        while first >= 0 and re.match(r'\s*(?://|#(?!\[)|--|%|;)', lines[first]):
            first -= 1
        first += 1
    if first < 0 or first > last or last - first > 80:
        return None
    return lines[:first] + lines[last + 1 :], at + 1 - (last - first + 1)


def check_out(git_dir, base, root):
    os.makedirs(root, exist_ok=True)
    run = lambda *command: subprocess.run(['git', '--git-dir', git_dir, '-c', 'core.bare=false', *command], check=True, capture_output=True, env={**os.environ, 'GIT_INDEX_FILE': f'{root}.index', 'GIT_WORK_TREE': root})
    run('read-tree', base)
    subprocess.run(['git', '--git-dir', git_dir, '-c', 'core.bare=false', 'checkout-index', '-a', '-f', '-q'], capture_output=True, env={**os.environ, 'GIT_INDEX_FILE': f'{root}.index', 'GIT_WORK_TREE': root}, cwd=root)
    os.remove(f'{root}.index')


def commit_tree(root):
    who = {key: 'mined' for key in ('GIT_AUTHOR_NAME', 'GIT_COMMITTER_NAME')} | {key: 'mined@example.invalid' for key in ('GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_EMAIL')}
    for command in (['init', '-q', '-b', 'main'], ['add', '-A', '-f'], ['commit', '-q', '-m', 'the tree at the base']):
        subprocess.run(['git', '-c', 'core.autocrlf=false', '-C', root, *command], check=True, capture_output=True, env={**os.environ, **who})


if __name__ == '__main__':
    main()
