/** Which definition a reference means, on small sources: Java, Rust, C and C++, with packages, headers and declared types. */

import { expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

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
