"""Definitions of a source file by regular expressions and indentation: good enough to gather pairs in some thirty languages, far
from a parser. A definition is its code without its documentation, the names around it, and the first sentence of that documentation."""

import hashlib
import re

LANGUAGES = {
    'py': 'python', 'pyx': 'python', 'js': 'js', 'mjs': 'js', 'cjs': 'js', 'jsx': 'js', 'ts': 'js', 'tsx': 'js', 'mts': 'js', 'vue': 'js', 'svelte': 'js',
    'go': 'go', 'rs': 'rust', 'java': 'java', 'groovy': 'java', 'cs': 'java', 'c': 'c', 'h': 'c', 'cc': 'c', 'cpp': 'c', 'cxx': 'c', 'hpp': 'c',
    'hh': 'c', 'inl': 'c', 'm': 'c', 'mm': 'c', 'cu': 'c', 'kt': 'kotlin', 'kts': 'kotlin', 'swift': 'swift', 'scala': 'scala', 'php': 'php', 'rb': 'ruby', 'rake': 'ruby',
    'ex': 'elixir', 'exs': 'elixir', 'lua': 'lua', 'sh': 'bash', 'bash': 'bash', 'zsh': 'bash', 'hs': 'haskell', 'ml': 'ocaml', 'dart': 'java',
    'zig': 'zig', 'sol': 'solidity', 'jl': 'julia', 'r': 'r', 'pl': 'perl', 'pm': 'perl', 'clj': 'lisp', 'erl': 'erlang', 'md': 'md', 'markdown': 'md', 'rst': 'rst',
}

_NOT = r'(?!(?:if|for|foreach|while|switch|return|else|catch|do|throw|new|await|delete|case|goto|using|yield|assert|defer|match|when|typedef|import|package|in|not|sizeof)\b)'
_C_LIKE = (
    r'^([ \t]*)' + _NOT + r'(?:(?:public|protected|private|static|abstract|final|export|sealed|partial|internal|typedef)\s+)*'
    r'(?:(?:class|struct|interface|enum|record|mixin|extension|namespace|union|@interface|@implementation)\s+(?:class\s+)?(?:[A-Z_]+\s+)?(\w+)'
    r'|(?:[A-Za-z_@][\w<>\[\],.:&*?@~ \t]{0,120}?[\s>*&\]?])?(~?[A-Za-z_]\w*)[ \t]*\((?=[^;\n]*$|[^;\n]*[{=]))'
)
# per language: group 1 is the indentation, the first other group that matches is the name
_PATTERNS = {
    'python': r'^([ \t]*)(?:async[ \t]+)?(?:def|class|cdef class|cpdef)[ \t]+(\w+)',
    'js': r'^([ \t]*)' + _NOT + r'(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?'
    r'(?:function\*?[ \t]+([\w$]+)|(?:class|interface|namespace|enum|type)[ \t]+([\w$]+)|(?:const|let|var)[ \t]+([\w$]+)[^=\n]{0,120}=[ \t]*(?:async[ \t]*)?(?:function\b|\(|[\w$]+[ \t]*=>|<)'
    r'|[\w$.]+\.([\w$]+)[ \t]*=[ \t]*(?:async[ \t]*)?(?:function\b|\([^\n]*=>[ \t]*\{?$)|([\w$]+)[ \t]*:[ \t]*(?:async[ \t]+)?function\b'
    r'|(?:(?:public|private|protected|static|async|override|readonly|get|set|abstract)[ \t]+)*[*#]?([\w$]+)[ \t]*(?:<[^>\n]*>)?\((?=[^;\n]*$)(?=[^\n]*\{[ \t]*$|[^\n{}]*[(,][ \t]*$))',
    'go': r'^()(?:func[ \t]+(?:\([^)\n]*\)[ \t]*)?(\w+)|type[ \t]+(\w+)[ \t]+(?:struct|interface))',
    'rust': r'^([ \t]*)(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:(?:default|const|async|unsafe|extern(?:[ \t]+"[^"\n]*")?)[ \t]+)*(?:fn|struct|enum|trait|union|mod|macro_rules!)[ \t]+(\w+)',
    'java': _C_LIKE,
    'c': _C_LIKE,
    'kotlin': r'^([ \t]*)(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:public|private|protected|internal|open|abstract|final|override|inline|suspend|operator|infix|tailrec|data|sealed|enum|inner|companion|value|expect|actual|external|annotation|fun)[ \t]+)*'
    r'(?:(?:fun)[ \t]+(?:<[^>\n]*>[ \t]*)?(?:[\w<>?,*. ]+\.)?(\w+)|(?:class|interface|object|val|var)[ \t]+(?:[\w<>?]+\.)?(\w+)|(?<=fun )(?:<[^>\n]*>[ \t]*)?(?:[\w<>?,*. ]+\.)?(\w+)[ \t]*\()',
    'swift': r'^([ \t]*)(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:public|private|fileprivate|internal|open|final|static|class|override|mutating|nonmutating|convenience|required|indirect|package)[ \t]+)*'
    r'(?:(?:func|class|struct|enum|protocol|extension|actor|var|subscript)[ \t]+([\w.]+)|(init)[?!]?[ \t]*[(<])',
    'scala': r'^([ \t]*)(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:private|protected)(?:\[\w+\])?[ \t]+|(?:override|final|implicit|abstract|sealed|lazy|case|inline|given|opaque|transparent)[ \t]+)*(?:def|class|object|trait|val|enum)[ \t]+(\w+)',
    'php': r'^([ \t]*)(?:(?:public|private|protected|static|abstract|final|readonly)[ \t]+)*(?:function[ \t]+&?(\w+)|(?:class|interface|trait|enum)[ \t]+(\w+))',
    'ruby': r'^([ \t]*)(?:private[ \t]+)?(?:def[ \t]+(?:self\.)?(\w+[?!=]?)|(?:class|module)[ \t]+([\w:]+))',
    'elixir': r'^([ \t]*)(?:def|defp|defmacro|defmodule|defmacrop)[ \t]+([\w.?!]+)',
    'lua': r'^([ \t]*)(?:local[ \t]+)?(?:function[ \t]+([\w.:]+)|([\w.]+)[ \t]*=[ \t]*function\b)',
    'bash': r'^([ \t]*)(?:function[ \t]+([\w:.-]+)|([\w:.-]+)[ \t]*\(\))',
    'haskell': r'^()(?:(?:data|newtype|class|type)[ \t]+(?:[^\n]*=>[ \t]*)?(\w+)|([a-z_][\w\']*)[ \t]*::)',
    'ocaml': r'^([ \t]*)(?:let|and)[ \t]+(?:rec[ \t]+)?([a-z_][\w\']*)|^([ \t]*)(?:module|type)[ \t]+(\w+)',
    'zig': r'^([ \t]*)(?:pub[ \t]+)?(?:(?:export|extern|inline)[ \t]+)?(?:fn[ \t]+(\w+)|const[ \t]+(\w+)[ \t]*=[ \t]*(?:packed |extern )?(?:struct|enum|union)\b)',
    'solidity': r'^([ \t]*)(?:abstract[ \t]+)?(?:function|contract|library|interface|modifier|struct|event)[ \t]+(\w+)',
    'julia': r'^([ \t]*)(?:function|struct|mutable struct|macro|abstract type)[ \t]+([\w.!]+)',
    'r': r'^([ \t]*)([\w.]+)[ \t]*(?:<-|=)[ \t]*function\b',
    'perl': r'^([ \t]*)sub[ \t]+(\w+)',
    'lisp': r'^([ \t]*)\((?:defn|defmacro|defn-|defprotocol|defrecord|defmulti)[ \t]+(?:\^\S+[ \t]+)?([\w*+!?<>=-]+)',
    'erlang': r'^()([a-z]\w*)\((?=[^\n]*->)',
}
_DEFINITION = {language: re.compile(pattern, re.M) for language, pattern in _PATTERNS.items()}
_COMMENT = {
    'python': '#', 'ruby': '#', 'elixir': '#', 'bash': '#', 'julia': '#', 'r': '#', 'perl': '#', 'lua': '--', 'haskell': '--', 'lisp': ';', 'erlang': '%',
}
_CLASS = re.compile(r'\b(?:class|struct|interface|trait|impl|module|object|extension|protocol|contract|namespace|enum|defmodule|record|union|actor|library)\b')
_BRACES = {'js', 'java', 'c', 'php', 'swift', 'rust', 'solidity'}
_CLOSER = re.compile(r'\}|end\b|\]\)?|done\b|fi\b')
_CONTINUES = re.compile(r'[{)\]>|=&:]|where\b|then\b|->|else\b|\} ?else|catch\b|rescue\b|ensure\b|finally\b|#(?:if|else|elif|endif)|begin\b')
MAX_LINES, MAX_CLASS_LINES, MAX_CODE = 120, 40, 2400


def names_of(text, language):
    """@yields each defined name, and whether it is a type"""
    for match in _DEFINITION[language].finditer(text):
        yield next((group for group in match.groups()[1:] if group), ''), bool(_CLASS.search(match[0]))


def definitions_of(text, language):
    """@returns a list of {name, scope, doc ('' without any), code}; code has at least two lines and no documentation of its own"""
    text = text.replace('\r\n', '\n')
    if '\t' in text:
        text = text.expandtabs(4)
    lines = text.split('\n')
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    out = []
    around = []
    at = 0
    busy_until = -1
    for match in _DEFINITION[language].finditer(text):
        groups = [group for group in match.groups()[1:] if group]
        name = groups[0] if groups else ''
        position = match.start()
        while starts[at + 1] <= position:
            at += 1
        line = lines[at]
        indent = len(line) - len(line.lstrip())
        is_class = _CLASS.search(line[: match.end() - starts[at] + 1]) is not None
        while around and around[-1][0] >= indent:
            around.pop()
        scope = [name_around for _, name_around in around]
        if is_class and name:
            around.append((indent, name))
        if at <= busy_until and language in ('js', 'c') and indent > 8:
            continue
        end = _end_of(lines, at, indent, language, name)
        if end - at < 2:
            continue
        if language in _BRACES and not is_class and not _has_body(lines, at, end):
            continue
        body = lines[at : min(end, at + (MAX_CLASS_LINES if is_class else MAX_LINES))]
        if language == 'python' and not is_class:
            busy_until = end
        doc, body = _docstring(body) if language == 'python' else (_comment_before(lines, at, language), body)
        code = '\n'.join(body)[:MAX_CODE]
        if len(code) < 50:
            continue
        out.append({'name': name, 'scope': scope, 'doc': _sentence(doc, name) if doc else '', 'code': code})
    return out


def _end_of(lines, at, indent, language, name):
    """The line after the definition: what is indented more, and the closing line where the language has one."""
    last = min(len(lines), at + MAX_LINES)
    end = at + 1
    for number in range(at + 1, last):
        line = lines[number]
        stripped = line.lstrip()
        if not stripped:
            continue
        if len(line) - len(stripped) > indent:
            end = number + 1
        elif language == 'haskell' and re.match(re.escape(name) + r'\b', stripped):
            end = number + 1
        elif language != 'python' and language != 'haskell' and _CLOSER.match(stripped):
            return number + 1
        elif _CONTINUES.match(stripped):
            end = number + 1
        else:
            break
    return end


def _has_body(lines, at, end):
    for line in lines[at : min(end, at + 12)]:
        if '{' in line or '=>' in line:
            return True
        if line.rstrip().endswith(';'):
            return False
    return False


def _docstring(body):
    """Splits a Python docstring off."""
    for number, line in enumerate(body[:15]):
        if re.search(r':\s*(#.*)?$', line):
            break
    else:
        return '', body
    rest = number + 1
    while rest < len(body) and not body[rest].strip():
        rest += 1
    match = re.match(r'\s*[rRuUbB]?("""|\'\'\'|"|\')(.*)', body[rest]) if rest < len(body) else None
    if not match:
        return '', body
    quote, first = match[1], match[2]
    if quote in first:
        return first.split(quote)[0], body[: number + 1] + body[rest + 1 :]
    if len(quote) == 1:
        return '', body
    text = [first]
    for end in range(rest + 1, len(body)):
        if quote in body[end]:
            text.append(body[end].split(quote)[0])
            return '\n'.join(text), body[: number + 1] + body[end + 1 :]
        text.append(body[end])
    return '\n'.join(text), body[: number + 1]


def _comment_before(lines, at, language):
    number = at - 1
    hops = 0
    while number >= 0 and hops < 8:
        stripped = lines[number].strip()
        if re.match(r'(?:@(?!doc)\w|#\[|\[\w|template\b|public:|private:|protected:|#pragma|inline$|static$|export$|--- *@|SQLITE_API|\w+\($|pub$)', stripped) or stripped in (')', ']', ')]'):
            number -= 1
            hops += 1
        else:
            break
    if number < 0:
        return ''
    stripped = lines[number].strip()
    mark = _COMMENT.get(language)
    if language == 'elixir' and stripped in ('"""', "'''"):
        text = []
        number -= 1
        while number >= 0 and not re.search(r'@(module)?doc\b', lines[number]):
            text.append(lines[number])
            number -= 1
            if len(text) > 200:
                return ''
        return '\n'.join(reversed(text))
    if language == 'elixir':
        match = re.match(r'@(?:module)?doc\s+"(.*)"$', stripped)
        return match[1] if match else ''
    if language == 'lisp':
        return ''
    if stripped.endswith(('*/', '*)', '-}')) and not stripped.startswith('//'):
        opener = {'*/': '/*', '*)': '(*', '-}': '{-'}[stripped[-2:]]
        text = []
        while number >= 0 and len(text) < 200:
            text.append(lines[number].strip())
            if opener in lines[number]:
                break
            number -= 1
        return '\n'.join(re.sub(r'^(/\*+!?|\(\*+|\{-\s*\|?|\*+(?![/)])|-{2,}\s*\|?)|(\*+[/)]|-\})$', '', line).strip() for line in reversed(text))
    marks = (mark,) if mark else ('//', '--') if language == 'zig' else ('//',)
    text = []
    while number >= 0 and len(text) < 80:
        stripped = lines[number].strip()
        if not stripped.startswith(marks) or stripped.startswith('#!'):
            break
        text.append(re.sub(r'^(?:/{2,}!?|#+[\']?|-{2,}|;+|%+)\s?[|^]?', '', stripped))
        number -= 1
    return '\n'.join(reversed(text))


_CUT = re.compile(
    r'^\s*(?:@(?!code|link)\w+|\\(?:param|return|brief)|:(?:param|return|rtype|type|raises)\b|(?:Args|Arguments|Parameters?|Returns?|Raises|Examples?|Usage|Note|See also|Yields|Attributes|- Parameters?|- Returns)\s*:?\s*$|'
    r'```|>>>|#{1,4} |-{3,}|={3,}|\* |- |\$ )',
    re.M | re.I,
)
_DULL_DOC = re.compile(
    r'copyright|licen[sc]e|todo\b|fixme|generated|eslint|noinspection|inheritdoc|prettier|nolint|auto-?gen|@ts-|coverage|pylint|rubocop|deprecated: use|\bhack\b|xxx',
    re.I,
)


def _sentence(doc, name):
    """The first sentence, or the first paragraph where that is short; '' where it says little or looks like code."""
    doc = re.sub(r'[@\\]brief\s+', '', doc)
    doc = re.sub(r'^\s*<summary>|</?(?:para|summary|p|remarks)\s*/?>', '\n', doc)
    doc = re.sub(r'<see\w*\s+\w+="(?:\w:)?([^"]*)"\s*/?>|<(?:param|type)ref\s+name="(\w+)"\s*/?>', lambda match: match[1] or match[2] or '', doc)
    doc = re.sub(r'\{@(?:link(?:plain)?|code|literal)\s+([^}]*)\}', r'\1', doc)
    doc = re.sub(r'\[([^\]\n]*)\](?:\([^)]*\)|\[[^\]]*\])?', r'\1', doc)
    doc = re.sub(r'</?\w+[^>]*>|:\w+:(?=`)', ' ', doc).strip()
    cut = _CUT.search(doc)
    if cut:
        doc = doc[: cut.start()]
    paragraph = ' '.join(re.split(r'\n\s*\n', doc.strip())[0].split())
    match = re.match(r'.{10,}?(?<!e\.g)(?<!i\.e)(?<!etc)[.!?](?=\s+[A-Z`(]|$)', paragraph)
    text = match[0] if match and len(match[0]) >= 25 else paragraph
    if _DULL_DOC.search(text):
        return ''
    words = text.split()
    if words and words[0].strip('`"\'()') == name:
        words = words[1:]
    text = ' '.join(words).strip('`*_- ')
    if not 3 <= len(words) <= 70 or len(re.findall(r'[{}();=<>|\\/_]', text)) > len(words) or len(re.findall(r'[A-Za-z]', text)) < 0.6 * len(text):
        return ''
    return text[:600]


def body_hash(code):
    """Of the first 400 letters and digits after the signature line; None where there are too few to tell anything."""
    body = code.split('\n', 1)[-1]
    letters = re.sub(r'[^A-Za-z0-9]+', '', body)[:400]
    return hashlib.sha1(letters.encode()).hexdigest()[:16] if len(letters) >= 40 else None
