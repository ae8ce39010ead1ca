/** Which definition a reference means, language by language, on small sources chunked in memory. */

import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../src/build/computeRows.ts';
import { chunkBlob } from '../../../src/chunk/chunk.ts';
import { groupByBlob } from '../../../src/query/retrieve.ts';
import type { CallerView, ViewedFile } from '../../../src/search/callerView.ts';
import type { ChunkStore } from '../../../src/storePort.ts';
import type { SymbolContext } from '../../../src/symbols/rowsOfName.ts';
import { findReferences } from '../../../src/symbols.ts';
import type { ChunkRow, ReferenceKind } from '../../../src/types.ts';

const LANGUAGE_OF: Record<string, string> = {
  py: 'python',
  ts: 'typescript',
  js: 'javascript',
  go: 'go',
  mod: 'text',
  java: 'java',
  kt: 'kotlin',
  rs: 'rust',
  toml: 'toml',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  rb: 'ruby',
  php: 'php',
  cs: 'csharp',
  json: 'json',
};

/** An index whose rows are all in memory, as those of uncommitted files are. */
async function contextOf(sources: Record<string, string>): Promise<SymbolContext> {
  const files: ViewedFile[] = [];
  const overlay: ChunkRow[] = [];
  for (const [path, text] of Object.entries(sources)) {
    const language = LANGUAGE_OF[path.split('.').at(-1)!]!;
    const file: ViewedFile = { path, blob: path, language, status: 'untracked' };
    files.push(file);
    const chunked = await chunkBlob(new TextEncoder().encode(text), language);
    for (const chunk of chunked?.chunks ?? []) overlay.push(rowOf(chunk, file));
  }
  const store = { searchWords: async () => [], rows: async () => [] } as unknown as ChunkStore;
  return { store, view: { files, overlay, byBlob: groupByBlob(files) } as unknown as CallerView };
}

/** `path Scope.name` for each mention of a name as `path:line`, null where it stays open. */
async function links(
  sources: Record<string, string>,
  name: string,
  kind: ReferenceKind = 'call',
): Promise<Record<string, string | null>> {
  const hits = await findReferences(await contextOf(sources), name);
  return Object.fromEntries(
    hits
      .filter((hit) => hit.kind === kind)
      .map(({ path, line, target }) => [
        `${path}:${line}`,
        target === null ? null : `${target.path} ${[...target.scope, target.name].join('.')}`,
      ]),
  );
}

describe('Python', () => {
  const sources = {
    'pkg/__init__.py': 'from .client import Client\n',
    'pkg/client.py': `import json
from os import path as ospath

class Base:
    def close(self):
        pass

class Client(Base):
    def fetch(self, callback):
        self.close()
        callback()
        json.load(self)
        return self.parse()

    def parse(self):
        return load()

def load():
    return 1

def callback():
    return load()
`,
    'pkg/util.py': `def load(x):
    """Calls load() in words only."""
    return x  # load()
`,
    'app.py': `import pkg.util
from pkg import Client as Http, util
from pkg.util import load as read
from elsewhere import load

def main(client: Http):
    Http()
    read(2)
    util.load(3)
    pkg.util.load(4)
    load(5)
    client.parse()
`,
  };

  it('follows modules, packages, aliases and relative dots', async () => {
    expect(await links(sources, 'load')).toEqual({
      'app.py:8': 'pkg/util.py load',
      'app.py:9': 'pkg/util.py load',
      'app.py:10': 'pkg/util.py load',
      'app.py:11': null,
      'pkg/client.py:12': null,
      'pkg/client.py:16': 'pkg/client.py load',
      'pkg/client.py:22': 'pkg/client.py load',
    });
    expect(await links(sources, 'Client')).toEqual({ 'app.py:7': 'pkg/client.py Client' });
  });

  it('takes self for the class, then for its bases, and a parameter for nobody', async () => {
    expect(await links(sources, 'parse')).toMatchObject({ 'pkg/client.py:13': 'pkg/client.py Client.parse' });
    expect(await links(sources, 'close')).toEqual({ 'pkg/client.py:10': 'pkg/client.py Base.close' });
    expect(await links(sources, 'callback')).toEqual({ 'pkg/client.py:11': null });
  });

  it('does not take a library for a file of the same name, nor a method for a function', async () => {
    const other = {
      'src/a/logging.py': 'def info(x):\n    return x\n\nclass T:\n    def open(self):\n        pass\n',
      'src/a/__init__.py': '',
      'src/a/b.py': 'import logging\n\ndef f():\n    logging.info(1)\n    open(2)\n',
    };
    expect(await links(other, 'info')).toEqual({ 'src/a/b.py:4': null });
    expect(await links(other, 'open')).toEqual({ 'src/a/b.py:5': null });
  });
});

describe('TypeScript and JavaScript', () => {
  const sources = {
    'package.json': '{\n  "name": "root"\n}\n',
    'packages/shared/package.json': '{\n  "name": "@acme/shared"\n}\n',
    'packages/shared/src/index.ts': `export * from './text';\n`,
    'packages/shared/src/text.ts': `export function trim(text: string): string {
  return text;
}

export class Store {
  save(): void {
    this.load();
  }

  load(): void {}
}
`,
    'src/lib/index.ts': 'export const trim = (text: string): string => text;\n',
    'src/a.ts': `import { trim } from '@acme/shared';
import { trim as cut } from './lib';
import * as shared from '@acme/shared';
import { Store } from '../packages/shared/src/text.js';
import { save } from 'unknown-library';

export function run(store: Store, other: Missing): void {
  trim('a');
  cut('b');
  shared.trim('c');
  store.save();
  other.save();
  save();
}
`,
    'src/b.ts': `export function free(trim: () => void): void {
  trim();
}

export function unbound(): void {
  trim('x');
}
`,
  };

  it('finds index files, workspace packages, aliases, namespaces and .js that is written .ts', async () => {
    expect(await links(sources, 'trim')).toEqual({
      'src/a.ts:8': 'packages/shared/src/text.ts trim',
      'src/a.ts:9': 'src/lib/index.ts trim',
      'src/a.ts:10': 'packages/shared/src/text.ts trim',
      'src/b.ts:2': null,
      'src/b.ts:6': null,
    });
  });

  it('takes the declared type of a variable, and leaves other receivers alone', async () => {
    expect(await links(sources, 'save')).toEqual({
      'src/a.ts:11': 'packages/shared/src/text.ts Store.save',
      'src/a.ts:12': null,
      'src/a.ts:13': null,
    });
    expect(await links(sources, 'load')).toEqual({
      'packages/shared/src/text.ts:7': 'packages/shared/src/text.ts Store.load',
    });
  });
});

it('Go: packages are folders, receivers have types, other modules are libraries', async () => {
  const sources = {
    'go.mod': 'module example.com/app/v2\n\ngo 1.22\n',
    'store/store.go': `package store

type Store struct{}

func New() *Store { return &Store{} }

func (s *Store) Get(key string) string {
	return s.read(key)
}

func (s *Store) read(key string) string { return key }
`,
    'store/more.go': 'package store\n\nfunc again() *Store {\n\treturn New()\n}\n',
    'main.go': `package main

import (
	kv "example.com/app/v2/store"
	"github.com/other/store/lib"
)

func main() {
	s := kv.New()
	lib.New()
	s.Get("a")
}

func use(s *kv.Store) {
	s.Get("b")
}
`,
  };
  expect(await links(sources, 'New')).toEqual({
    'main.go:9': 'store/store.go New',
    'main.go:10': null,
    'store/more.go:4': 'store/store.go New',
  });
  expect(await links(sources, 'Get')).toEqual({ 'main.go:11': null, 'main.go:15': 'store/store.go Store.Get' });
  expect(await links(sources, 'read')).toEqual({ 'store/store.go:8': 'store/store.go Store.read' });
});

it('Java: imports, the same package across source roots, inherited members', async () => {
  const sources = {
    'src/main/java/a/b/Engine.java': `package a.b;

public class Engine extends Machine {
    public void start() {
        warmUp();
        check();
    }

    private void check() {}
}
`,
    'src/main/java/a/b/Machine.java': 'package a.b;\n\npublic class Machine {\n    protected void warmUp() {}\n}\n',
    'src/main/java/other/Engine.java': 'package other;\n\npublic class Engine {\n    public void start() {}\n}\n',
    'src/test/java/a/b/EngineTest.java': `package a.b;

class EngineTest {
    void runs() {
        Engine engine = new Engine();
        engine.start();
    }
}
`,
    'src/main/java/c/Main.java': `package c;

import other.Engine;

class Main {
    void run(Engine engine) {
        engine.start();
    }
}
`,
  };
  expect(await links(sources, 'start')).toEqual({
    'src/main/java/c/Main.java:7': 'src/main/java/other/Engine.java Engine.start',
    'src/test/java/a/b/EngineTest.java:6': 'src/main/java/a/b/Engine.java Engine.start',
  });
  expect(await links(sources, 'warmUp')).toEqual({
    'src/main/java/a/b/Engine.java:5': 'src/main/java/a/b/Machine.java Machine.warmUp',
  });
  expect(await links(sources, 'Engine', 'type')).toMatchObject({
    'src/main/java/c/Main.java:6': 'src/main/java/other/Engine.java Engine',
  });
});

it('Rust: crate, super and self paths, associated functions', async () => {
  const sources = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': 'mod store;\nmod net;\n',
    'src/store.rs': `pub struct Store {}

impl Store {
    pub fn open() -> Store {
        Store {}
    }

    pub fn get(&self) -> u32 {
        self.find()
    }

    fn find(&self) -> u32 {
        1
    }
}

pub fn connect() -> u32 {
    2
}
`,
    'src/net/mod.rs': `use crate::store::Store;
use super::store::connect as link;
use std::net::connect;

pub fn run() -> u32 {
    let store = Store::open();
    connect();
    crate::store::connect();
    link()
}
`,
  };
  expect(await links(sources, 'open')).toEqual({ 'src/net/mod.rs:6': 'src/store.rs Store.open' });
  expect(await links(sources, 'find')).toEqual({ 'src/store.rs:9': 'src/store.rs Store.find' });
  expect(await links(sources, 'connect')).toEqual({
    'src/net/mod.rs:7': null,
    'src/net/mod.rs:8': 'src/store.rs connect',
    'src/net/mod.rs:9': 'src/store.rs connect',
  });
});

it('C: linkage for functions, inclusion for types and macros, statics and libc never', async () => {
  const sources = {
    'src/list.h': 'typedef struct list {\n  int length;\n} list;\n\n#define listSize(l) ((l)->length)\n',
    'src/deep.h': '#include "list.h"\n',
    'src/list.c': `#include "list.h"

list *listNew(void) {
  return helper();
}

static list *helper(void) {
  return 0;
}
`,
    'src/use.c': `#include "deep.h"

int use(list *l) {
  listNew();
  helper();
  strdup("x");
  return listSize(l);
}
`,
    'src/blind.c': 'int blind(void *l) {\n  listNew();\n  return listSize(l);\n}\n',
    'compat/string.c': 'char *strdup(const char *s) {\n  return 0;\n}\n',
  };
  expect(await links(sources, 'listNew')).toEqual({
    'src/blind.c:2': 'src/list.c listNew',
    'src/use.c:4': 'src/list.c listNew',
  });
  expect(await links(sources, 'listSize')).toEqual({
    'src/blind.c:3': null,
    'src/use.c:7': 'src/list.h listSize',
  });
  expect(await links(sources, 'helper')).toEqual({ 'src/list.c:4': 'src/list.c helper', 'src/use.c:5': null });
  expect(await links(sources, 'strdup')).toEqual({ 'src/use.c:6': null });
});

it('C: of a macro defined twice, the last definition above counts', async () => {
  const source = `#define STEP(x) (x + 1)
int a(void) {
  return STEP(1);
}
#undef STEP
#define STEP(x) (x + 2)
int b(void) {
  return STEP(1);
}
`;
  const hits = await findReferences(await contextOf({ 'a.c': source }), 'STEP');
  expect(hits.map(({ line, target }) => [line, target?.startLine])).toEqual([
    [3, 1],
    [8, 6],
  ]);
});

it('C++: members defined outside of their class', async () => {
  const sources = {
    'server.h': 'class Server {\n public:\n  void start();\n  void stop();\n};\n',
    'server.cpp': `#include "server.h"

void Server::start() {
  stop();
}

void Server::stop() {
}

void run(Server& server) {
  server.start();
}
`,
  };
  expect(await links(sources, 'stop')).toEqual({ 'server.cpp:4': 'server.cpp Server.stop' });
  expect(await links(sources, 'start')).toEqual({ 'server.cpp:11': 'server.cpp Server.start' });
});

it('Ruby, PHP, C#: classes by name, members by class', async () => {
  const ruby = {
    'lib/a.rb': 'class Report\n  def build\n    render_head(1)\n  end\n\n  def render_head(x)\n    x\n  end\nend\n',
    'lib/b.rb': "require_relative 'a'\n\ndef go\n  Report.new\nend\n",
  };
  expect(await links(ruby, 'render_head')).toEqual({ 'lib/a.rb:3': 'lib/a.rb Report.render_head' });
  const php = {
    'src/Mail/Sender.php': `<?php
namespace App\\Mail;

class Sender
{
    public function send(): void
    {
        $this->connect();
    }

    private function connect(): void
    {
    }
}
`,
    'src/Job.php': `<?php
namespace App;

use App\\Mail\\Sender;

class Job
{
    public function run(Sender $sender): void
    {
        $sender->send();
    }
}
`,
  };
  expect(await links(php, 'connect')).toEqual({ 'src/Mail/Sender.php:8': 'src/Mail/Sender.php Sender.connect' });
  expect(await links(php, 'send')).toEqual({ 'src/Job.php:10': 'src/Mail/Sender.php Sender.send' });
  const csharp = {
    'Engine.cs':
      'namespace A\n{\n    public class Engine\n    {\n        public void Start()\n        {\n            Warm();\n        }\n\n        void Warm()\n        {\n        }\n    }\n}\n',
    'Car.cs':
      'namespace A\n{\n    public class Car\n    {\n        public void Drive(Engine engine)\n        {\n            engine.Start();\n        }\n    }\n}\n',
  };
  expect(await links(csharp, 'Warm')).toMatchObject({ 'Engine.cs:7': expect.stringContaining('Engine.Warm') });
  expect(await links(csharp, 'Start')).toMatchObject({ 'Car.cs:7': expect.stringContaining('Engine.Start') });
});

it('a member of an outer module, a nested type and a property are not what a bare name means', async () => {
  const ruby = {
    'a.rb': `class Response
  def header(name)
    name
  end

  module Helpers
    def type
      header(1)
    end
  end
end
`,
  };
  expect(await links(ruby, 'header')).toEqual({ 'a.rb:8': null });
  const csharp = {
    'Identity.cs': `namespace A
{
    public class Identity
    {
        public Kind Kind => kind;

        public enum Level { Low }
    }
}
`,
    'Use.cs': 'namespace A\n{\n    public class Use\n    {\n        void Run(Kind kind, Level level) { }\n    }\n}\n',
  };
  expect(await links(csharp, 'Kind', 'type')).toMatchObject({ 'Use.cs:5': null });
  expect(await links(csharp, 'Level', 'type')).toMatchObject({ 'Use.cs:5': null });
});

it('C++: a qualified name is not the global one', async () => {
  const sources = {
    'a.h': 'int finish(int x) {\n  return x;\n}\n',
    'b.cpp':
      '#include "a.h"\n\nint go(int x) {\n  return std::finish(x) + finish(x);\n}\nint only() {\n  return std::finish(1);\n}\n',
  };
  expect(await links(sources, 'finish')).toMatchObject({ 'b.cpp:7': null });
});

it('Kotlin: top-level functions of an imported package', async () => {
  const sources = {
    'src/main/kotlin/a/util/Text.kt': 'package a.util\n\nfun trim(text: String): String {\n    return text\n}\n',
    'src/main/kotlin/a/Main.kt':
      'package a\n\nimport a.util.trim\n\nfun main() {\n    trim("x")\n    other.trim("y")\n}\n',
  };
  expect(await links(sources, 'trim')).toMatchObject({
    'src/main/kotlin/a/Main.kt:6': 'src/main/kotlin/a/util/Text.kt trim',
    'src/main/kotlin/a/Main.kt:7': null,
  });
});

it('what fits twice stays open', async () => {
  const sources = {
    'x/a.c': 'int twice(void) {\n  return 1;\n}\n',
    'y/b.c': 'int twice(void) {\n  return 2;\n}\n',
    'z/c.c': 'int main(void) {\n  return twice();\n}\n',
  };
  expect(await links(sources, 'twice')).toEqual({ 'z/c.c:2': null });
});
