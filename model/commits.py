"""Pairs from history: what the message of a commit or of a pull request says, and the code that it changed.

cm: the subject of a commit → the lines around its changes as they are after it, of one or two files. rp: a message with a body →
each of the functions that it changed most, as they were before. The body is what somebody who reports the same would write."""

import os
import re
import subprocess
import tempfile
import time

from definitions import LANGUAGES
from exclusions import SKIPPED_PATH, TEST_PATH

COMMITS = 2000
SECONDS = 6
CODE_FILE = re.compile(r'\.(' + '|'.join(sorted(key for key, value in LANGUAGES.items() if value not in ('md', 'rst'))) + ')$')
DULL = re.compile(
    r'^(bump|release|merge|revert|prepare|update (change|dep|readme|version|lock)|changelog|version|typo|fix typo|lint|format|cleanup|clean up|'
    r'upgrade|chore|wip|v?\d+\.\d+|\[?(automated|bot)|back to|ci\b|docs?\b|style\b|nit|address|review)|typos?\b|dependabot|copyright',
    re.I,
)
MERGE = re.compile(r'Merge (pull request|PR|!|MR|#\d)', re.I)
TRAILER = re.compile(r'^\s*(?:[A-Z][\w-]*-by:|\(?cherry.picked|git-svn-id:|(?:Close|Fixe?|Resolve|See|Ref|Issue|PR|Change-Id|PiperOrigin-RevId|Closes|Resolves|Refs)\w*:?\s*(?:\S+/\S+)?#?\d+\S*\s*$|-{3,}$|\* [0-9a-f]{7,})', re.I)
SETTING = re.compile(r'^\s*[A-Z][\w-]*: \S+\s*$')
PATHS_ONLY = re.compile(r'^\s*[*-]?\s*(?:[\w./-]*[\w-]\.\w{1,5}[,:]?\s*)+$|^\s*(?:modified|new file|deleted):')
CHANGELOG_PATH = re.compile(r'^\s*\* [\w./-]+\.\w{1,4}(?: \([^)]*\))?: ')
LEAST_WORDS, MOST_WORDS = 12, 120
AROUND, MOST_LINES = 20, 90

# Where functions begin, for git's -W, in languages that it knows nothing of.
_FUNCTIONS = {
    'js': r'!^[ \t]*(if|for|while|switch|catch|with|return|else)\>' + '\n'
    r'^[ \t]*((export|default|async|static|public|private|protected|function|class|get|set|abstract|const|readonly)[ \t].*|[A-Za-z_$][A-Za-z0-9_$]*\(.*)\{$',
    'swift': r'^[ \t]*((@[A-Za-z]+|public|private|internal|open|static|final|override|mutating|class|fileprivate|extension|struct|enum|protocol|actor)[ \t]+.*|func[ \t].*|init[(?<].*)$',
    'scala': r'^[ \t]*((private|protected|override|final|implicit|inline|case|sealed|abstract|lazy)[ \t]+)*(def|class|object|trait)[ \t].*$',
    'lua': r'^[ \t]*((local[ \t]+)?function[ \t].*|.*=[ \t]*function.*)$',
}
_DRIVERS = {
    'python': 'py pyx', 'golang': 'go', 'rust': 'rs', 'java': 'java groovy dart', 'csharp': 'cs', 'cpp': 'c h cc cpp cxx hpp hh inl cu', 'objc': 'm mm',
    'kotlin': 'kt kts', 'php': 'php', 'ruby': 'rb rake', 'elixir': 'ex exs', 'bash': 'sh bash zsh', 'perl': 'pl pm', 'scheme': 'clj',
    'js': 'js mjs cjs jsx ts tsx mts vue svelte', 'swift': 'swift', 'scala': 'scala', 'lua': 'lua',
}


def commit_pairs(git_dir, most_subjects, most_reports, seconds=SECONDS):
    """Of the newest commits, as many as can be read in that time."""
    log = ['git', '--git-dir', git_dir, '-c', 'protocol.allow=never', 'log', f'-n{COMMITS}', '--format=%x00%H %P%x01%B', 'HEAD']
    messages = subprocess.run(log, capture_output=True).stdout.decode('utf-8', 'replace').split('\0')[1:]
    subjects, reports = {}, {}
    for message in messages:
        head, _, text = message.partition('\x01')
        commit, *parents = head.split()
        if not parents:
            continue
        is_merge = len(parents) > 1
        subject, body = read_message(text)
        if not subject:
            continue
        if not is_merge:
            subjects[commit] = parents[0], subject
        if body and (not is_merge or MERGE.match(text)):
            reports[commit] = parents[0], f'{subject}\n{body}'
    pairs = []
    for commit, files in patches(git_dir, subjects, ['-U3'], seconds):
        pairs += changes_of(subjects[commit][1], files)
    pairs = pairs[:most_subjects]
    found = []
    with tempfile.NamedTemporaryFile('w', suffix='.attributes') as attributes:
        for driver, extensions in _DRIVERS.items():
            attributes.writelines(f'*.{extension} diff={driver}\n' for extension in extensions.split())
        attributes.flush()
        settings = [part for name, pattern in _FUNCTIONS.items() for part in ('-c', f'diff.{name}.xfuncname={pattern}')]
        for commit, files in patches(git_dir, reports, ['-W'], seconds, ['-c', f'core.attributesFile={attributes.name}', *settings]):
            found += functions_of(reports[commit][1], files)
    return pairs + found[:most_reports]


def read_message(message):
    """@returns subject and body: of a pull request where it was merged; the body '' where it says too little, both where they are dull"""
    lines = message.replace('\r', '').strip().split('\n')
    if MERGE.match(lines[0]):
        lines = lines[1:]
    elif lines[0].startswith('Merge '):
        return '', ''
    subject, _, rest = '\n'.join(line for line in lines if not TRAILER.match(line)).strip().partition('\n')
    subject = re.sub(r'\s*\(?#\d+\)?|\[[^\]]*\]\s*', ' ', subject)
    subject = re.sub(r'^\s*[\w./*-]+(\([^)]*\))?!?:\s+', '', subject).strip()
    if DULL.search(subject) or not 3 <= len(subject.split()) <= 30:
        return '', ''
    rest = re.sub(r'<!--.*?(-->|$)|https?://\S+', ' ', rest[:6000], flags=re.S)
    kept = []
    words = 0
    for line in rest.split('\n'):
        if SETTING.match(line) or PATHS_ONLY.match(line) or re.match(r'\s*(?:[-*] \[[ xX]\]|#{1,6} |```|>|diff --git)', line):
            continue
        line = CHANGELOG_PATH.sub('', line).strip()
        line = re.sub(r'\s*\(?#\d+\)?', ' ', line).split()
        if words + len(line) > MOST_WORDS:
            break
        words += len(line)
        kept.append(' '.join(line))
    prose = [word for line in kept for word in line.split() if re.fullmatch(r"[(\"'`]?[A-Za-z][A-Za-z'-]*[.,:;!?)\"'`]*", word)]
    return subject, '\n'.join(kept).strip() if len(prose) >= LEAST_WORDS else ''


def patches(git_dir, commits, options, seconds, settings=()):
    """@yields commit and its changed files [{path, hunks: [[line]]}], of as many commits as can be read in that time"""
    if not commits:
        return
    command = [
        'git', '--git-dir', git_dir, '-c', 'protocol.allow=never', '-c', 'core.attributesFile=/dev/null', *settings, 'diff-tree', '--stdin', '-r', '-p', '--no-renames',
        '--no-ext-diff', '--no-textconv', '--diff-filter=M', '--format=%x00%H', *options,
    ]
    with tempfile.TemporaryFile() as asked:
        asked.write(''.join(f'{commit} {parent}\n' for commit, (parent, _) in commits.items()).encode())
        asked.seek(0)
        process = subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, 'LC_ALL': 'C'})
    began = time.time()
    chunk = []
    for raw in process.stdout:
        if raw.startswith(b'\0'):
            if 0 < len(chunk) < 6000:
                yield files_of(chunk)
            chunk = []
            if time.time() - began > seconds:
                break
        if len(chunk) < 6000:
            chunk.append(raw)
    else:
        if 0 < len(chunk) < 6000:
            yield files_of(chunk)
    process.kill()
    process.stdout.close()
    process.wait()


def files_of(raw):
    commit, *lines = [line[:300].decode('utf-8', 'replace').rstrip('\n') for line in raw]
    files = []
    for line in lines:
        if line.startswith('diff --git '):
            files.append({'path': line.rsplit(' b/', 1)[-1], 'hunks': []})
        elif files and line.startswith('@@'):
            files[-1]['hunks'].append([line.split('@@', 2)[-1]])
        elif files and files[-1]['hunks'] and line[:1] in ('+', '-', ' '):
            files[-1]['hunks'][-1].append(line)
    return commit.lstrip('\0'), files


def changed_in(lines):
    return sum(line.startswith(('+', '-')) for line in lines[1:])


def sources_of(files, most):
    """Code that changed enough to tell; nothing where there is too much of it."""
    code = [file for file in files if CODE_FILE.search(file['path']) and not SKIPPED_PATH.search(file['path'])]
    if len(code) > 8:
        return []
    code = [file for file in code if not TEST_PATH.search(file['path']) and 2 <= sum(map(changed_in, file['hunks'])) <= 150]
    return code if len(code) <= most else []


def changes_of(subject, files):
    out = []
    for file in sources_of(files, 2):
        text = [line[1:] if at else line for hunk in file['hunks'] for at, line in enumerate(hunk) if at == 0 or not line.startswith('-')]
        out.append(pair('cm', subject, '\n'.join(text[:70])[:2000], file['path']))
    return out


def functions_of(message, files):
    """Each hunk holds a whole function: its lines near the changes, without what was added."""
    hunks = [(changed_in(hunk), file['path'], hunk) for file in sources_of(files, 4) for hunk in file['hunks']]
    hunks.sort(key=lambda one: -one[0])
    out = []
    for _, path, hunk in hunks[:3]:
        near = set()
        for at, line in enumerate(hunk):
            if at and line.startswith(('+', '-')):
                near.update(range(at - AROUND, at + AROUND))
        text = [line[1:] for at, line in enumerate(hunk) if at and (at <= 3 or at in near) and not line.startswith('+')]
        code = '\n'.join(text[:MOST_LINES])[:2400]
        if len(code) >= 60:
            out.append(pair('rp', message, code, path))
    return out


def pair(kind, question, code, path):
    return {'k': kind, 'q': question, 'c': code, 'p': path, 's': [], 'n': '', 'l': LANGUAGES[path.rsplit('.', 1)[-1]]}
