"""Pairs from history: what the subject of a commit says, and the code that it changed."""

import re
import subprocess
import time

from definitions import LANGUAGES
from exclusions import SKIPPED_PATH, TEST_PATH

COMMITS = 700
COMMIT_SECONDS = 12
CODE_FILE = re.compile(r'\.(' + '|'.join(sorted(key for key, value in LANGUAGES.items() if value not in ('md', 'rst'))) + ')$')
DULL = re.compile(
    r'^(bump|release|merge|revert|prepare|update (change|dep|readme|version|lock)|changelog|version|typo|fix typo|lint|format|cleanup|clean up|'
    r'upgrade|chore|wip|v?\d+\.\d+|\[?(automated|bot)|back to|ci\b|docs?\b|style\b|nit|address|review)|typos?\b|dependabot|copyright',
    re.I,
)


def commit_pairs(git_dir, most):
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
    return pairs[:most]


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
