/** Which definition a reference means, on small sources: the languages with packages, headers and declared types. */

import { expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

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
  expect(await links(sources, 'Get')).toEqual({
    'main.go:11': 'store/store.go Store.Get',
    'main.go:15': 'store/store.go Store.Get',
  });
  expect(await links(sources, 'read')).toEqual({ 'store/store.go:8': 'store/store.go Store.read' });
});

it('Go: every place of a type is a mention, a value or a key of its name is none', async () => {
  const sources = {
    'go.mod': 'module example.com/app\n',
    'store/store.go': 'package store\n\ntype Client struct{}\n',
    'kinds.go': `package app

import "example.com/app/store"

type (
	Node interface{ Parent() Node }
	Client struct {
		nodes []Node
		byName map[string]*Client
		open func() (Client, error)
		quote string
	}
)

var quote = ${'`\\`'} + ${'`"`'}

func one(all ...Client) (Node, error) {
	var a Client
	b := store.Client{}
	switch c := any(a).(type) {
	case *Client:
		return c.nodes[0], nil
	}
	_ = (*Client)(nil)
	Client := b
	use(Client, other{Client: a.open})
	return new(Box[Client]).Client, nil
}

type Holder struct {
	Client
}

func hold() Holder { return Holder{Client: b} }

func two() store.Client { return store.Client{} }
func three() func() Client { return nil }
`,
  };
  const own = await links(sources, 'Client', 'type');
  expect(own).toEqual({
    ...{ 'kinds.go:9': 'kinds.go Client', 'kinds.go:10': 'kinds.go Client', 'kinds.go:17': 'kinds.go Client' },
    ...{ 'kinds.go:18': 'kinds.go Client', 'kinds.go:21': 'kinds.go Client', 'kinds.go:24': 'kinds.go Client' },
    // There a variable has the name.
    ...{ 'kinds.go:26': null, 'kinds.go:27': null, 'kinds.go:37': 'kinds.go Client' },
  });
  expect(await links(sources, 'Node', 'type')).toEqual({
    'kinds.go:6': 'kinds.go Node',
    'kinds.go:8': 'kinds.go Node',
    'kinds.go:17': 'kinds.go Node',
  });
});

it('Go: a receiver gets its type from fields, results, variables and what it embeds', async () => {
  const sources = {
    'go.mod': 'module example.com/app\n',
    'log/log.go': `package log

type Logger struct{}

func (l *Logger) With(name string) *Logger { return l }
func (l *Logger) Write(text string)        {}

type Writer interface {
	Write(text string)
}
`,
    'store/store.go': `package store

import "example.com/app/log"

type base struct{ *log.Logger }
type Store struct {
	base
	log, other *log.Logger
	out        log.Writer
	parts      map[string][]*Part
}
type Part struct{}
type Parts = []*Part

func Open() (*Store, error)   { return nil, nil }
func (s *Store) All() Parts   { return nil }
func (p *Part) Write(n string) {}

var Default = &Store{}

func List[T any](of T) []T { return nil }
`,
    'main.go': `package main

import (
	"example.com/app/store"
	"example.com/other/lib"
)

type server struct {
	*store.Store
	tests []struct{ one *store.Part }
}

func (s *server) run(
	any lib.Store,
) {
	db, err := store.Open()
	db.Write("embedded")
	db.log.
		With("a").
		Write("field")
	db.out.Write("interface")
	for _, part := range db.parts["a"] {
		part.Write("element")
	}
	db.All()[0].Write("alias")
	store.Default.other.Write("variable")
	s.Write("embedded twice")
	for _, test := range s.tests {
		test.one.Write("unnamed")
	}
	if part, ok := err.(*store.Part); ok {
		part.Write("asserted")
	}
	func() { db := any.Open(); db.Write("elsewhere") }()
	store.List(db)[0].Write("open")
	db.Logger().Write("open")
	err.Write("open")
}
`,
  };
  const LOGGER = 'log/log.go Logger.Write';
  const PART = 'store/store.go Part.Write';
  expect(await links(sources, 'Write')).toEqual({
    ...{ 'main.go:17': LOGGER, 'main.go:20': LOGGER, 'main.go:21': 'log/log.go Writer.Write', 'main.go:23': PART },
    ...{ 'main.go:25': PART, 'main.go:26': LOGGER, 'main.go:27': LOGGER, 'main.go:29': PART, 'main.go:32': PART },
    ...{ 'main.go:34': null, 'main.go:35': null, 'main.go:36': null, 'main.go:37': null },
  });
  expect(await links(sources, 'With')).toEqual({ 'main.go:19': 'log/log.go Logger.With' });
});

it('Go: variables of other variables, each declared again and again, are read once', async () => {
  const again = (name: string, value: string): string => `\t${name} := ${value}\n`.repeat(8);
  const chain = Array.from({ length: 14 }, (_, at) => again(`v${at + 1}`, `v${at}`)).join('');
  const sources = {
    'go.mod': 'module example.com/app\n',
    'a.go': `package app\n\nfunc f() {\n${again('v0', 'Make()')}${chain}\tv9.Run()\n\tv14.Stop()\n}\n`,
    'b.go': 'package app\n\ntype Pool struct{}\n\nfunc (Pool) Run() {}\n\nfunc (Pool) Stop() {}\n',
    'c.go': 'package app\n\nfunc Make() Pool { return Pool{} }\n',
  };
  expect(Object.values(await links(sources, 'Run'))).toEqual(['b.go Pool.Run']);
}, 10_000);

it('Go: a chain of calls of many methods, each of which is read for the next', async () => {
  const all = Array.from({ length: 24 }, (_, at) => at);
  const sources = {
    'go.mod': 'module example.com/app\n',
    'a.go': `package app\n\nfunc f() {\n\tNew()${all.map((at) => `.Set${at}()`).join('')}.Run()\n}\n`,
    'b.go': `package app\n\ntype Pool struct{}\n\nfunc New() *Pool { return nil }\n\nfunc (p *Pool) Run() {}\n`,
    ...Object.fromEntries(
      all.map((at) => [`s${at}.go`, `package app\n\nfunc (p *Pool) Set${at}() *Pool { return p }\n`]),
    ),
  };
  expect(await links(sources, 'Run')).toEqual({ 'a.go:4': 'b.go Pool.Run' });
});

it('Go: the fields of a long type are read once', async () => {
  const all = Array.from({ length: 15_000 }, (_, at) => at);
  const fields = all.map((at) => `\tf${at} *Pool\n`).join('');
  const calls = all
    .slice(-1500)
    .map((at) => `\tz.f${at}.Run()\n`)
    .join('');
  const sources = {
    'go.mod': 'module example.com/app\n',
    'a.go': `package app\n\ntype Zed struct {\n${fields}}\n\nfunc f(z *Zed) {\n${calls}}\n`,
    'b.go': 'package app\n\ntype Pool struct{}\n\nfunc (Pool) Run() {}\n',
  };
  expect(new Set(Object.values(await links(sources, 'Run')))).toEqual(new Set(['b.go Pool.Run']));
}, 10_000);

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

it('Rust: super is the file around an inline module, self is the module; a type is one of the module', async () => {
  const sources = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': `pub mod net;
mod util;

pub fn start() -> u32 {
    self::stop() + util::stop() + crate::net::Pool::stop()
}

pub fn stop() -> u32 {
    1
}

mod inner {
    fn stop() -> u32 {
        super::stop() + self::stop() + super::util::stop() + crate::inner::stop()
    }
}
`,
    'src/util.rs': 'pub fn stop() -> u32 {\n    super::stop()\n}\n',
    'src/net/mod.rs': `mod deep;

pub struct Pool {}

impl Pool {
    pub fn stop() -> u32 {
        self::deep::stop()
    }
}
`,
    'src/net/deep.rs': 'pub fn stop() -> u32 {\n    super::super::stop()\n}\n',
  };
  const found = await findReferences(await contextOf(sources), 'stop');
  expect(found.map(({ path, line, target }) => `${path}:${line} ${target?.path}:${target?.startLine}`)).toEqual([
    'src/lib.rs:5 src/lib.rs:8',
    'src/lib.rs:5 src/util.rs:1',
    'src/lib.rs:5 src/net/mod.rs:6',
    'src/lib.rs:14 src/lib.rs:8',
    'src/lib.rs:14 src/lib.rs:13',
    'src/lib.rs:14 src/util.rs:1',
    'src/net/deep.rs:2 src/lib.rs:8',
    'src/net/mod.rs:7 src/net/deep.rs:1',
    'src/util.rs:2 src/lib.rs:8',
  ]);
});

it('Rust: calls in the arguments of macros', async () => {
  const sources = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': `pub mod span;

pub fn half(n: u32) -> u32 {
    n / 2
}

macro_rules! twice {
    ($e:expr) => { half($e) + half($e) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        assert_eq!(half(4), 2);
        assert!(vec![super::half(2)].len() == half(2) as usize, "half(7)");
        assert_eq!(crate::span::read_span("2 h").as_secs(), 7200);
        assert!(if (half)(2) == 1 { true } else { false });
    }
}
`,
    'src/span.rs': 'pub fn read_span(text: &str) -> Duration {\n    todo!()\n}\n',
    'src/main.rs': 'fn main() {\n    println!("{:?}", app::span::read_span("1 h"));\n}\n',
  };
  expect(await links(sources, 'half')).toEqual({
    'src/lib.rs:17': 'src/lib.rs half',
    'src/lib.rs:18': 'src/lib.rs half',
  });
  expect(await links(sources, 'read_span')).toEqual({
    'src/lib.rs:19': 'src/span.rs read_span',
    'src/main.rs:2': 'src/span.rs read_span',
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

it('C: a variable is no type with its name, and the tag of an included header counts before others', async () => {
  const sources = {
    'cmd.h': 'struct cmd {\n  int size;\n};\n',
    'other/own.c': 'struct cmd {\n  int own;\n};\n',
    'other/use.c': `#include "../cmd.h"

void use(struct cmd *cmd, struct other *o) {
  FREE(cmd);
  all(&list, cmd, o);
  copy(sizeof(cmd), (cmd *)o);
}
`,
    'plus.h': '#include "cmd.h"\n\nstruct cmd;\nvoid show(const cmd& shown);\n',
  };
  expect(await links(sources, 'cmd', 'type')).toEqual({
    'other/use.c:3': 'cmd.h cmd',
    'other/use.c:6': 'cmd.h cmd',
    'plus.h:4': 'cmd.h cmd',
  });
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
  expect(hits.filter(({ kind }) => kind === 'call').map(({ line, target }) => [line, target?.startLine])).toEqual([
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
