"""Writes every reference of a Python repository with the definition that pyright finds for it.

    npm install --prefix DIR pyright
    python3 bench/compilers/python.py DIR REPO [SOURCE_ROOT...] > truth.jsonl

Needs Python 3.9 or later and no packages of the repository. One line is one reference:

    {"path": "a.py", "line": 3, "name": "f", "kind": "call", "to": {"path": "b.py", "line": 1}}

Kinds are call, type, inherit, import and value. Only functions, classes, and what a module or a
class assigns count as definitions. If a scope defines a name several times, `to` is the first one.
References with several other definitions, in strings, or under an alias are left out.
"""

import ast
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlparse

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
ALIAS = getattr(ast, "TypeAlias", ())


class Server:
    """Talks to pyright's language server."""

    def __init__(self, folder, root, source_roots):
        command = ["node", f"{folder}/node_modules/pyright/langserver.index.js", "--stdio"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.settings = {"analysis": {"extraPaths": source_roots, "diagnosticMode": "openFilesOnly"}}
        self.count = 0
        self.answers = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        folders = [{"uri": root.as_uri(), "name": "repo"}]
        can = {"workspace": {"configuration": True, "workspaceFolders": True}}
        self.ask("initialize", {"processId": None, "capabilities": can, "workspaceFolders": folders})
        self.answer()
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        return self.count

    def answer(self):
        """Returns the id and the result of the next answer."""
        return self.answers.get(timeout=600)

    def read(self):
        out = self.process.stdout
        while header := out.readline():
            length = int(header.split(b":")[1]) if header.startswith(b"Content-Length") else length
            if header.strip():
                continue
            message = json.loads(out.read(length))
            if "method" not in message:
                self.answers.put((message["id"], message.get("result")))
            elif "id" in message:
                self.send({"id": message["id"], "result": self.configured(message)})

    def configured(self, message):
        if message["method"] != "workspace/configuration":
            return None
        sections = [item.get("section", "") for item in message["params"]["items"]]
        return [self.settings if section == "python" else self.settings.get(section.removeprefix("python.")) for section in sections]


def definitions_of(tree):
    """Maps the line and name of each definition to the first line of this name in its scope."""
    found = {}

    def see(first, name, line):
        found[line, name] = first.setdefault(name, line)

    def scan(body, first, assigns):
        for node in body:
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                see(first, node.name, node.lineno)
                scan(node.body, {}, isinstance(node, ast.ClassDef))
                continue
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if isinstance(node, ALIAS):
                targets = [node.name]
            if assigns and isinstance(node, (ast.Assign, ast.AnnAssign, ALIAS)):
                for target in targets:
                    if isinstance(target, ast.Name):
                        see(first, target.id, target.lineno)
            for block in ("body", "orelse", "finalbody"):
                scan(getattr(node, block, []), first, assigns)
            for handler in getattr(node, "handlers", []):
                scan(handler.body, first, assigns)

    scan(tree.body, {}, True)
    return found


def references_of(tree):
    """Yields line, column in bytes, name and kind. Lines begin at 1, columns at 0."""

    def visit(node, kind):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.lineno, node.col_offset, node.id, kind
        elif isinstance(node, ast.Attribute):
            yield node.end_lineno, node.end_col_offset - len(node.attr.encode()), node.attr, kind
            yield from visit(node.value, "value")
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.lineno, alias.col_offset, alias.name, "import"
        elif isinstance(node, ast.Call):
            yield from visit(node.func, "call")
            yield from inside(node, "value", "func")
        elif isinstance(node, ast.Subscript) and kind in ("type", "inherit"):
            yield from visit(node.value, kind)
            yield from visit(node.slice, "type")
        elif isinstance(node, ast.ClassDef):
            for base in node.bases:
                yield from visit(base, "inherit")
            for decorator in node.decorator_list:
                yield from visit(decorator, "call")
            yield from inside(node, "value", "bases", "decorator_list")
        else:
            isType = kind == "type" and isinstance(node, (ast.BinOp, ast.Tuple, ast.List))
            for decorator in getattr(node, "decorator_list", []):
                yield from visit(decorator, "call")
            for part in ("annotation", "returns"):
                if getattr(node, part, None) is not None:
                    yield from visit(getattr(node, part), "type")
            yield from inside(node, "type" if isType else "value", "decorator_list", "annotation", "returns")

    def inside(node, kind, *without):
        for field, value in ast.iter_fields(node):
            for child in [] if field in without else value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from visit(child, kind)

    yield from visit(tree, "value")


def main(folder, repo, *source_roots):
    root = Path(repo).resolve()
    listed = subprocess.run(["git", "ls-files", "-z", "*.py", "*.pyi"], cwd=root, capture_output=True, check=True)
    texts, trees = {}, {}
    for path in filter(None, listed.stdout.decode().split("\0")):
        try:
            text = (root / path).read_bytes().decode()
            trees[path] = ast.parse(text)
            texts[path] = text
        except (OSError, SyntaxError, UnicodeDecodeError, RecursionError) as error:
            print(f"{path} is left out: {error}", file=sys.stderr)
    definitions = {path: definitions_of(tree) for path, tree in trees.items()}
    names = {name for found in definitions.values() for _, name in found}
    server = Server(folder, root, [str(root / source) for source in source_roots])
    for path, tree in trees.items():
        uri = (root / path).as_uri()
        # Python's own line ends are fewer than those of str.splitlines.
        lines = texts[path].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        document = {"uri": uri, "languageId": "python", "version": 1, "text": texts[path]}
        server.tell("textDocument/didOpen", {"textDocument": document})
        asked = {}
        for line, column, name, kind in references_of(tree):
            if name not in names:
                continue
            character = len(lines[line - 1].encode()[:column].decode().encode("utf-16-le")) // 2
            place = {"textDocument": {"uri": uri}, "position": {"line": line - 1, "character": character}}
            asked[server.ask("textDocument/definition", place)] = (line, name, kind)
        for _ in range(len(asked)):
            number, result = server.answer()
            line, name, kind = asked[number]
            found = set()
            for location in result or []:
                target = Path(unquote(urlparse(location["uri"]).path))
                to = str(target.relative_to(root)) if target.is_relative_to(root) else ""
                at = location["range"]["start"]["line"] + 1
                found.add((to, definitions.get(to, {}).get((at, name))))
            to, at = found.pop() if len(found) == 1 else ("", None)
            if at is not None:
                row = {"path": path, "line": line, "name": name, "kind": kind, "to": {"path": to, "line": at}}
                print(json.dumps(row))
        server.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    server.process.kill()


main(*sys.argv[1:])
