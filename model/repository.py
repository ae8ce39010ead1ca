"""A bare clone to read from: git, which runs nothing of the repository's, and the licence that its own text gives."""

import os
import re
import subprocess


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
