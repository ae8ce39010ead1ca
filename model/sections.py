"""Pairs from prose: headings of Markdown and reStructuredText, and what stands below them."""

import re

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
