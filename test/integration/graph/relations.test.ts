/**
 * What is said of two definitions is true: every relation that `related`, "read next" and the neighbourhood of the page show
 * is one that `refs` resolves to that very definition, in small repositories full of names that only look alike; and all that
 * `refs` resolves is shown.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RelatedHit } from '../../../src/base/searchTypes.ts';
import type { ReferenceHit } from '../../../src/graph/referenceModel.ts';
import { neighbourhood, related } from '../../../src/graph/related.ts';
import { findReferences } from '../../../src/graph/symbols.ts';
import { fileOutline } from '../../../src/search/indexedFiles.ts';
import type { Searcher } from '../../../src/session/session.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

/** A method of a builtin, a library's type, two classes with one method, an alias, a local variable: in each language that has them. */
const REPOSITORIES: Record<string, { files: Record<string, string>; names: string[]; queries: string[] }> = {
  typescript: {
    names: ['map', 'AbortSignal', 'open', 'close', 'readAll', 'parse', 'limit', 'Store', 'Cache', 'both'],
    queries: ['operators map', 'Store open close', 'AbortSignal of the generated types', 'limit of reads'],
    files: {
      'src/operators.ts': 'export function map(transform: (value: number) => number) {\n  return transform(1);\n}\n',
      'src/types.gen.ts': 'export type AbortSignal = { aborted: boolean };\n',
      'src/store.ts': `export class Store {
  open(): void {
    this.close();
  }

  close(): void {}
}

export class Cache {
  open(): void {}
}

export const limit = 3;
`,
      'src/read.ts': `import { limit as most, Store as Base } from './store';

export function readAll(values: string[], signal: AbortSignal, map: (value: string) => string): string[] {
  const store = new Base();
  store.open();
  signal.throwIfAborted();
  return values.map((value) => map(value)).slice(0, most);
}
`,
      'src/other.ts': `import { parse } from 'library';

export function both(thing: unknown): unknown {
  const readAll = () => parse('x');
  return [readAll(), (thing as any).open(), (thing as any).close()];
}
`,
      'src/parse.ts': 'export function parse(text: string): string {\n  return text;\n}\n',
      'test/read.test.ts': `import { readAll } from '../src/read';
import { limit } from '../src/store';

const BURST = 9;

test('reads no more than it may', () => {
  expect(readAll(['a'], AbortSignal.timeout(BURST), (value) => value)).toHaveLength(1);
});

test('the limit', () => {
  expect(limit).toBe(3);
});
`,
      'other/test/read.test.ts': "test('nothing of ours', () => {\n  expect(1).toBe(1);\n});\n",
    },
  },
  go: {
    names: ['Cache', 'Check', 'Server', 'Start', 'run', 'New', 'hosts'],
    queries: ['class Cache', 'Check of the active health', 'Server Start'],
    files: {
      'go.mod': 'module example.com/app\n',
      'cache/cache.go': 'package cache\n\ntype Cache struct{}\n\nfunc New() *Cache { return &Cache{} }\n',
      'server/server.go': `package server

import (
	"net/http"
	"sync"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"

	ours "example.com/app/cache"
)

var certCache *certmagic.Cache
var hosts sync.Map

type Server struct {
	inner http.Server
	cache *ours.Cache
}

func (s *Server) Start(log *zap.Logger) error {
	if entry := log.Check(zap.DebugLevel, "x"); entry != nil {
		hosts.LoadOrStore("a", 1)
	}
	s.cache = ours.New()
	return s.inner.ListenAndServe()
}

func Server2() (out Server) { return }
`,
      'server/pool.go':
        'package server\n\ntype Pool struct{}\n\nfunc (p *Pool) LoadOrStore(key, value any) any { return key }\n',
      'health/check.go':
        'package health\n\ntype Checker struct{}\n\nfunc (c Checker) Check(name string) bool { return run(name) }\n\nfunc run(name string) bool { return name != "" }\n',
      'health/check_test.go':
        'package health\n\nimport "testing"\n\nfunc TestCheck(t *testing.T) {\n\tif !run("a") {\n\t\tt.Fatal()\n\t}\n}\n',
      'other/check_test.go': 'package other\n\nimport "testing"\n\nfunc TestOther(t *testing.T) {}\n',
    },
  },
  python: {
    names: ['Response', 'get', 'send', 'Session', 'close', 'fetch', 'run'],
    queries: ['Session get', 'Response of a session', 'fetch a page'],
    files: {
      'app/__init__.py': '"""An app."""\n',
      'app/models.py':
        'class Response:\n    def close(self):\n        return None\n\n\nclass Session:\n    def get(self, key):\n        return Response()\n\n    def close(self):\n        return self.get("x")\n',
      'app/fetch.py': `from requests import Response

from app.models import Session as Client


def fetch(page: Response, values: dict):
    client = Client()
    send = values.get("send")
    send(page)
    page.close()
    return client.get("a")


def send(page):
    return fetch(page, {})
`,
      'tests/test_fetch.py':
        'from app.fetch import fetch\n\n\ndef helper():\n    return {}\n\n\ndef test_fetch():\n    assert fetch(None, helper())\n',
    },
  },
  java: {
    names: ['List', 'size', 'Order', 'total', 'Totals', 'sum'],
    queries: ['total of an order', 'class List', 'Totals sum'],
    files: {
      'src/main/java/shop/List.java': 'package shop;\n\npublic class List {\n  int size() {\n    return 0;\n  }\n}\n',
      'src/main/java/shop/api/Order.java': `package shop.api;

import java.util.List;

public class Order {
  List<String> lines;

  int total() throws Failure {
    if (lines.size() > 2) {
      throw new Failure();
    }
    return Totals.sum(lines);
  }
}
`,
      'src/main/java/shop/api/Failure.java': 'package shop.api;\n\npublic class Failure extends Exception {}\n',
      'src/main/java/shop/api/Totals.java':
        'package shop.api;\n\nimport java.util.List;\n\nclass Totals {\n  static int sum(List<String> lines) {\n    return lines.size();\n  }\n}\n',
      'src/test/java/shop/api/OrderTest.java':
        'package shop.api;\n\nclass OrderTest {\n  void totals() throws Failure {\n    Order order = new Order();\n    order.total();\n  }\n}\n',
    },
  },
  ruby: {
    names: ['File', 'Site', 'read', 'dest_dir', 'Renderer', 'render', 'Shop'],
    queries: ['File of the renderer', 'Site read', 'dest_dir'],
    files: {
      'lib/renderer/file.rb':
        'module Shop\n  class Renderer\n    class File\n      def render\n        nil\n      end\n    end\n\n    def start\n      File.new.render\n    end\n  end\nend\n',
      'lib/site.rb':
        'module Shop\n  class Site\n    def read(path)\n      File.read(path)\n      Renderer.new\n    end\n  end\nend\n',
      'test/helper.rb':
        'module Directories\n  def dest_dir\n    "x"\n  end\nend\n\nclass UnitTest\n  include Directories\nend\n',
      'test/site_test.rb':
        'require "helper"\n\nclass SiteTest < UnitTest\n  def test_read\n    Shop::Site.new.read(dest_dir)\n  end\nend\n',
      'script/console.rb': 'def dest_dir\n  "y"\nend\n',
    },
  },
  rust: {
    names: ['Service', 'Future', 'Method', 'State', 'start', 'call', 'Socket'],
    queries: ['Service of a route', 'Socket start', 'Method guard'],
    files: {
      'Cargo.toml': '[package]\nname = "web"\nversion = "0.1.0"\n',
      'src/lib.rs': 'pub mod guard;\npub mod http;\npub mod route;\n',
      'src/http.rs': 'pub use outer::Method;\n',
      'src/guard.rs': 'pub fn Method(name: &str) -> bool {\n    name.is_empty()\n}\n',
      'src/route.rs': `use crate::{guard, http::Method};
use actix_service::Service;

pub struct Socket {
    method: Method,
}

impl Factory for Socket {
    type Service = Inner;
    type Future = Ready<()>;

    fn start(&self) -> Self::Future {
        guard::Method("x");
        ready(())
    }
}

impl Service for Socket {
    fn call(&self) -> Result<(), ()> {
        self.start();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts() {
        let socket = Socket { method: Method::GET };
        socket.call().unwrap();
    }
}
`,
    },
  },
};

/** Relations that were claimed once, or that only look right: where, and what must not be said of it. */
const NEVER: Record<string, [path: string, symbol: string][]> = {
  typescript: [
    ['src/types.gen.ts', 'AbortSignal'],
    ['src/operators.ts', 'map'],
    ['src/parse.ts', 'parse'],
  ],
  go: [
    ['health/check.go', 'Check'],
    ['server/pool.go', 'LoadOrStore'],
  ],
  python: [['app/models.py', 'close']],
  java: [['src/main/java/shop/List.java', 'size']],
  ruby: [['script/console.rb', 'dest_dir']],
  rust: [['src/route.rs', 'Service']],
};

const ALL = { limit: 10_000, paths: [], languages: [], kinds: [] };
const claimsNothing = (reason: string): boolean => reason === 'similar' || reason.startsWith('named as the test of ');

describe.each(Object.entries(REPOSITORIES))('%s', (language, { files, names, queries }) => {
  const repo = tempRepo();
  let searcher: Searcher;
  let references: ReferenceHit[];

  beforeAll(async () => {
    for (const [path, text] of Object.entries(files)) repo.file(path, text);
    repo.commit();
    await cora(repo).index();
    searcher = await cora(repo).searcher();
    const context = await searcher.symbols();
    const defined = await Promise.all(Object.keys(files).map(async (path) => fileOutline(context, path)));
    const asked = new Set([...names, ...defined.flat().map(({ name }) => name)]);
    references = (await Promise.all([...asked].map(async (name) => findReferences(context, name)))).flat();
    // A use of a value makes nothing related.
    references = references.filter(({ kind }) => kind !== 'use');
  });
  afterAll(() => searcher.close());

  /** The references that bear a relation out: `hit` refers, or is referred to. */
  function proofs({ path, startLine, endLine, symbol, reason }: RelatedHit): ReferenceHit[] {
    const [, active, passive] =
      /^(calls|inherits from|uses the type|uses|imports|test of) |^(called by|base of|used as a type by|used by|imported by) /.exec(
        reason,
      ) ?? [];
    if (active === undefined && passive === undefined) throw new Error(`What is "${reason}"?`);
    return references.filter(({ target, line, path: from }) => {
      if (target === null) return false;
      const title = [...target.scope.slice(-1), target.name].join('.');
      if (passive !== undefined)
        return target.path === path && target.startLine === startLine && target.name === symbol;
      const isThere = startLine <= line && line <= endLine;
      // What is only imported is shown where it is used.
      return from === path && (isThere || active === 'test of' || active === 'uses') && reason.endsWith(` ${title}`);
    });
  }

  const holds = (outer: { startLine: number; endLine: number }, line: number): boolean =>
    outer.startLine <= line && line <= outer.endLine;

  test('what is related to a definition is what refs resolves, all of it and nothing else', async () => {
    const context = await searcher.symbols();
    for (const path of Object.keys(files)) {
      for (const from of await fileOutline(context, path)) {
        const { related: found } = await related(context, { place: { path, line: from.startLine }, ...ALL });
        const claims = found.filter(({ reason }) => !claimsNothing(reason));
        for (const claim of claims) {
          const isUsed = / by /.test(claim.reason) || claim.reason.startsWith('base of');
          const borne = proofs(claim).filter(({ target, path: at, line }) =>
            isUsed ? at === path && holds(from, line) : target!.path === path && holds(from, target!.startLine),
          );
          expect(borne, `${path}:${from.startLine} ${from.name}: ${claim.path} ${claim.reason}`).not.toEqual([]);
        }
        for (const { target, path: at, line, kind } of references) {
          if (target?.path !== path || target.startLine !== from.startLine || target.name !== from.name) continue;
          if (at === path && holds(from, line)) continue;
          const shown = claims.some((one) => one.path === at && (kind === 'import' || holds(one, line)));
          expect(shown, `${at}:${line} ${kind} → ${path} ${from.name}`).toBe(true);
        }
        const graph = await neighbourhood(context, { path, line: from.startLine }, 1000);
        const places = new Set(claims.map((claim) => `${claim.path}:${claim.startLine} ${claim.symbol}`));
        for (const { id, path: at, startLine, symbol } of graph.nodes)
          if (id !== graph.center) expect(places).toContain(`${at}:${startLine} ${symbol}`);
        expect(graph.edges).toHaveLength(graph.nodes.length - 1);
      }
    }
  });

  test('what stands beside results too, each place once and at its own lines', async () => {
    for (const text of queries) {
      const { results, related: next } = await cora(repo).query(text, { limit: 2, related: 20 });
      for (const claim of next.filter(({ reason }) => !claimsNothing(reason))) {
        const borne = proofs(claim).filter(({ path, target }) =>
          results.some((hit) => hit.path === path || hit.path === target!.path),
        );
        expect(borne, `${text}: ${claim.path} ${claim.reason}`).not.toEqual([]);
        const lines = files[claim.path]!.split('\n').slice(claim.startLine - 1, claim.endLine);
        if (claim.symbol !== '') expect(lines.slice(0, 3).join('\n')).toContain(claim.symbol);
      }
      const few = await cora(repo).query(text, { limit: 2, related: 2 });
      expect(few.related).toEqual(next.slice(0, 2));
    }
  });

  test.each(NEVER[language]!)('%s %s is used by nobody here', async (path, symbol) => {
    const context = await searcher.symbols();
    const from = (await fileOutline(context, path)).find(({ name }) => name === symbol)!;
    const { related: found } = await related(context, { place: { path, line: from.startLine }, ...ALL });
    const users = found.filter(({ reason }) => /^(calls|uses|inherits|imports|test of) ?/.test(reason));
    expect(users.map((one) => `${one.path} ${one.reason}`)).toEqual([]);
  });
});

describe('tests', () => {
  const repo = tempRepo();
  beforeAll(async () => {
    for (const [path, text] of Object.entries(REPOSITORIES['typescript']!.files)) repo.file(path, text);
    repo.file('src/lib.rs', LIB);
    repo.file('src/quiet.ts', 'export function quiet(): number {\n  return 1;\n}\n');
    repo.file(
      'test/quiet.test.ts',
      "import * as all from '../src/quiet';\n\nconst NOTHING = 0;\n\ntest('says nothing', () => {\n  expect(all['quiet']()).toBe(NOTHING);\n});\n",
    );
    repo.commit();
    await cora(repo).index();
  });

  async function testsOf(path: string, line: number): Promise<string[]> {
    const searcher = await cora(repo).searcher();
    try {
      const { related: found } = await related(await searcher.symbols(), { place: { path, line }, ...ALL });
      return found
        .filter(({ reason }) => reason.includes('test of'))
        .map((hit) => `${hit.path}:${hit.startLine} ${hit.symbol}: ${hit.reason}`);
    } finally {
      searcher.close();
    }
  }

  test('point at the test that uses the subject, also where it is only imported', async () => {
    expect(await testsOf('src/read.ts', 3)).toEqual(['test/read.test.ts:6 reads no more than it may: test of readAll']);
    expect(await testsOf('src/store.ts', 13)).toEqual(['test/read.test.ts:10 the limit: test of limit']);
  });

  test('by their names alone are said to be that, and point at no imports', async () => {
    expect(await testsOf('src/quiet.ts', 1)).toEqual([
      'test/quiet.test.ts:5 says nothing: named as the test of quiet.ts',
    ]);
  });

  test('beside what they test, as Rust has them, are tests; what they use of each other is not tested', async () => {
    expect(await testsOf('src/lib.rs', 1)).toEqual([
      'src/lib.rs:14 counts: test of count',
      'src/lib.rs:29 alone: test of count',
      'src/lib.rs:35 stands_alone: test of count',
    ]);
    expect(await testsOf('src/lib.rs', 5)).toEqual([]);
    expect(await testsOf('src/lib.rs', 19)).toEqual([]);
  });
});

const LIB = `pub fn count() -> usize {
    1
}

pub fn twice() -> usize {
    count() + count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let counted = count();
        assert_eq!(counted, helper());
    }

    fn helper() -> usize {
        1
    }
}

#[cfg(all(test, unix))]
#[allow(unused)]
mod more {
    use super::count;

    fn alone() {
        count();
    }
}

#[tokio::test(start_paused = true)]
async fn stands_alone() {
    count();
}
`;
