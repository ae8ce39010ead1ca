"""
Lists the references in a repository of C or C++ with the definition that each means, by libclang.

    apt install clang python3-clang
    /usr/bin/python3 bench/compilers/c.py REPOSITORY [ARGUMENTS OF CLANG] > truth.jsonl

Each line is one reference outside of comments and strings:

    {"path": "a.c", "line": 1, "name": "f", "kind": "call", "to": {"path": "b.c", "line": 1}}

Lines count from 1; that of `to` holds the defined name. `also` lists further places of the same
thing: declarations, overloads in the same file, and the constructors of a class. A `to` outside of the repository has an
absolute path. Kinds: call, type, inherit, import (`using`), value, and local for variables, fields
and parameters. `"in": "define"` marks what stands in the text of a macro.

Folders with headers are passed to clang. Where a project needs a configured header, run its
configuration in a copy and pass the copy. Errors are tolerated, but hide what depends on them.
"""

import json
import multiprocessing
import os
import subprocess
import sys
from ctypes import byref, c_uint

from clang import cindex
from clang.cindex import CursorKind as K

ENDINGS = {"c": "c", "cc": "c++", "cpp": "c++", "cxx": "c++", "m": "objective-c"}
HEADERS = ("h", "hh", "hpp", "hxx")
VALUES = {K.FUNCTION_DECL, K.CXX_METHOD, K.ENUM_CONSTANT_DECL, K.FUNCTION_TEMPLATE, K.CONVERSION_FUNCTION}
TYPES = {K.STRUCT_DECL, K.UNION_DECL, K.CLASS_DECL, K.ENUM_DECL, K.TYPEDEF_DECL, K.TYPE_ALIAS_DECL,
         K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, K.TYPE_ALIAS_TEMPLATE_DECL}
MEMBERS = {K.CONSTRUCTOR, K.DESTRUCTOR}
LOCALS = {K.VAR_DECL, K.PARM_DECL, K.FIELD_DECL, K.TEMPLATE_TYPE_PARAMETER, K.TEMPLATE_NON_TYPE_PARAMETER,
          K.TEMPLATE_TEMPLATE_PARAMETER}
NAMING = {K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.TYPE_REF, K.TEMPLATE_REF, K.OVERLOADED_DECL_REF,
          K.MACRO_INSTANTIATION, K.MEMBER_REF, K.VARIABLE_REF}
FILES = {K.TRANSLATION_UNIT, K.NAMESPACE}

for function in ("clang_getFileLocation", "clang_getSpellingLocation"):
    getattr(cindex.conf.lib, function).restype = None


class Reader:
    """Reads one translation unit."""

    def __init__(self, root, seen):
        self.root = root + os.sep
        self.seen = seen
        self.paths = {}
        self.texts = {}
        self.out = []
        self.places = {}

    def place(self, location, function="clang_getFileLocation"):
        file, line, column, offset = cindex.c_object_p(), c_uint(), c_uint(), c_uint()
        getattr(cindex.conf.lib, function)(location, byref(file), byref(line), byref(column), byref(offset))
        if not file:
            return None
        return self.path(cindex.File(file).name), line.value, column.value

    def path(self, name):
        if name not in self.paths:
            full = os.path.realpath(name)
            self.paths[name] = full[len(self.root):] if full.startswith(self.root) else full
        return self.paths[name]

    def line(self, path, number):
        if path not in self.texts:
            with open(os.path.join(self.root, path), encoding="utf8", errors="replace") as file:
                self.texts[path] = file.read().split("\n")
        lines = self.texts[path]
        return lines[number - 1] if number <= len(lines) else ""

    def says(self, place, name):
        """True if the name stands there in the source: a macro may have made it."""
        path, line, column = place
        if path.startswith("/"):
            return True
        text = self.line(path, line).encode()[column - 1:].decode(errors="replace")
        return text.startswith(name) and not text[len(name):len(name) + 1].isalnum() and text[len(name):len(name) + 1] != "_"

    def read(self, unit):
        for cursor in unit.cursor.get_children():
            self.top(cursor)

    def top(self, cursor):
        place = self.place(cursor.location)
        if place is None or place[0].startswith("/"):
            return
        extent = cursor.extent
        key = (place[0], cursor.kind.value, extent.start.offset, extent.end.offset)
        if cursor.kind is not K.NAMESPACE and key in self.seen:
            return
        self.seen.add(key)
        if cursor.kind in FILES:
            for child in cursor.get_children():
                self.top(child)
        else:
            self.walk(cursor, "", set())

    def walk(self, cursor, parent, called):
        kind = cursor.kind
        if kind is K.CALL_EXPR:
            callee = next(cursor.get_children(), None)
            while callee is not None and callee.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR):
                callee = next(callee.get_children(), None)
            if callee is not None and callee.kind in NAMING:
                called.add(callee.hash)
        if kind.is_declaration():
            self.declare(cursor)
        if kind in NAMING:
            self.name(cursor, parent, called)
        role = parent
        if kind is K.CXX_BASE_SPECIFIER:
            role = "inherit"
        elif kind is K.USING_DECLARATION:
            role = "import"
        elif kind in (K.CXX_NEW_EXPR, K.CXX_FUNCTIONAL_CAST_EXPR) or kind is K.CALL_EXPR:
            role = "call"
        elif kind.is_declaration() or kind.is_statement():
            role = ""
        for child in cursor.get_children():
            self.walk(child, role, called)

    def declare(self, cursor):
        """Notes where a thing is declared, as its definition may be in another unit."""
        if cursor.kind in VALUES | TYPES and cursor.kind is not K.ENUM_CONSTANT_DECL:
            place = self.place(cursor.location)
            if place is not None and not place[0].startswith("/"):
                for key in (cursor.get_usr(), self.family(cursor, place[0])):
                    self.places.setdefault(key, set()).add((place[:2], cursor.is_definition()))

    def family(self, cursor, path):
        """Returns a key for the overloads of a function in one file."""
        scope = []
        outer = cursor.semantic_parent
        while outer is not None and outer.kind is not K.TRANSLATION_UNIT:
            scope.append(outer.spelling.split("<")[0])
            outer = outer.semantic_parent
        return "::".join([path, *scope[::-1], cursor.spelling.split("<")[0]])

    def targets(self, cursor):
        if cursor.kind is K.OVERLOADED_DECL_REF:
            count = cindex.conf.lib.clang_getNumOverloadedDecls(cursor)
            return [cindex.conf.lib.clang_getOverloadedDecl(cursor, at) for at in range(count)]
        found = cursor.referenced
        return [] if found is None else [found]

    def name(self, cursor, parent, called):
        targets = self.targets(cursor)
        if not targets:
            return
        first = targets[0]
        name = first.spelling.split("<")[0]
        if name == "" or first.kind in (K.NAMESPACE, K.NAMESPACE_ALIAS):
            return
        kind = self.kind(cursor, first, parent, called)
        for function in ("clang_getFileLocation", "clang_getSpellingLocation"):
            place = self.place(cursor.location, function)
            if place is not None and not place[0].startswith("/") and self.says(place, name):
                self.add(place, name, kind, targets, cursor)
                return

    def kind(self, cursor, target, parent, called):
        if cursor.kind is K.MACRO_INSTANTIATION:
            place = self.place(cursor.location)
            name = cursor.spelling
            rest = "" if place is None or place[0].startswith("/") else self.line(*place[:2])[place[2] - 1 + len(name):]
            return "call" if rest.lstrip().startswith("(") else "value"
        if target.kind in LOCALS and not self.is_global(target):
            return "local"
        if parent == "import":
            return "import"
        if cursor.kind in (K.TYPE_REF, K.TEMPLATE_REF):
            return parent if parent in ("inherit", "call") else "type"
        return "call" if cursor.hash in called else "value"

    def same(self, target):
        """Yields the declarations of one thing: `typedef struct name {} name` is one, too."""
        yield from (target.get_definition(), target, target.canonical)
        if target.kind is K.TYPEDEF_DECL:
            tagged = target.underlying_typedef_type.get_declaration()
            if tagged.spelling == target.spelling:
                yield from (tagged.get_definition(), tagged)

    def is_global(self, target):
        return target.kind is K.VAR_DECL and (target.semantic_parent is None or target.semantic_parent.kind in FILES)

    def add(self, place, name, kind, targets, cursor):
        to = []
        for target in targets:
            if target.kind in MEMBERS:
                target = target.semantic_parent
            for one in self.same(target):
                at = None if one is None else self.place(one.location, "clang_getSpellingLocation")
                if at is not None and at[:2] not in to:
                    to.append(at[:2])
            if target.kind in TYPES:
                for child in target.get_children():
                    if child.kind is K.CONSTRUCTOR:
                        to.append(self.place(child.location)[:2])
        if not to:
            return
        path, line, column = place
        in_define = self.line(path, line).lstrip().startswith("#") or self.line(path, line - 1).endswith("\\")
        first = targets[0]
        keys = []
        if first.kind in VALUES or (first.kind in TYPES and first.get_definition() is None):
            keys = [first.get_usr(), *(self.family(first, path) for path, line in to if first.kind in VALUES)]
        if (path, line) not in to:
            self.out.append((path, line, column, name, kind, in_define, tuple(keys), tuple(to)))


# What another unit of this process has read of headers.
SEEN = set()


def read(job):
    root, path, language, all_arguments = job
    arguments = [one for one in all_arguments if not one.startswith("-std=") or ("++" in one) == (language == "c++")]
    # 0x200: go on where a header is missing.
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | 0x200
    try:
        unit = cindex.Index.create().parse(os.path.join(root, path), ["-x", language, "-w", "-ferror-limit=0", *arguments], options=options)
    except cindex.TranslationUnitLoadError as error:
        return path, [], {}, [str(error)]
    errors = [f"{one.location.file}:{one.location.line}: {one.spelling}" for one in unit.diagnostics if one.severity >= 3]
    reader = Reader(root, SEEN)
    reader.read(unit)
    return path, reader.out, reader.places, errors


def main():
    root = os.path.realpath(sys.argv[1])
    files = subprocess.check_output(["git", "ls-files", "-z"], cwd=root, text=True).split("\0")
    ending = lambda path: path.rsplit(".", 1)[-1]
    headers = {os.path.dirname(path) for path in files if ending(path) in HEADERS}
    # A header may be included by its own folder, or by any folder above.
    folders = sorted({folder for header in headers for folder in above(header)}, key=lambda one: (one.count("/"), one))
    arguments = sys.argv[2:] + [f"-I{os.path.join(root, folder)}" for folder in ["include", "src", *folders]]
    is_cpp = any(ENDINGS.get(ending(path)) == "c++" for path in files)
    jobs = [(root, path, ENDINGS[ending(path)], arguments) for path in files if ending(path) in ENDINGS]
    found, places, failed = set(), {}, 0
    with multiprocessing.Pool(2) as pool:
        for path, out, declared, errors in pool.imap_unordered(read, jobs):
            found.update(out)
            failed += len(errors) > 0
            if errors:
                print(f"{path}: {len(errors)} errors: {'; '.join(errors[:2])}", file=sys.stderr)
            for usr, own in declared.items():
                places.setdefault(usr, set()).update(own)
    print(f"{len(jobs)} units, {failed} with errors", file=sys.stderr)
    for path, line, column, name, kind, in_define, keys, to in sorted(found):
        every = [one for key in keys for one in sorted(places.get(key, ()), key=lambda one: (not one[1], one[0]))]
        all_to = list(dict.fromkeys([*(place for place, is_definition in every), *to]))
        row = {"path": path, "line": line, "column": column - 1, "name": name, "kind": kind,
               "to": {"path": all_to[0][0], "line": all_to[0][1]}}
        if len(all_to) > 1:
            row["also"] = [{"path": path, "line": line} for path, line in all_to[1:]]
        if in_define:
            row["in"] = "define"
        print(json.dumps(row))


def above(folder):
    while folder:
        yield folder
        folder = os.path.dirname(folder)
    yield ""


if __name__ == "__main__":
    main()
