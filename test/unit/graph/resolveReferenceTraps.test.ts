/** Names that look like a definition of the repository and mean something else. */

import { expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

it('Go: a method of the standard library on a variable of the file, a type in a head', async () => {
  const sources = {
    'go.mod': 'module example.com/app\n',
    'pool.go':
      'package app\n\ntype Pool struct{}\n\nfunc (p *Pool) LoadOrStore(key any) any { return key }\n\nfunc (p *Pool) CountIdleHosts() int { return 0 }\n',
    'use.go': `package app

import "sync"

var hosts sync.Map
var pool Pool

func use(other any) Pool {
	hosts.LoadOrStore(1)
	pool.LoadOrStore(1)
	other.LoadOrStore(1)
	other.CountIdleHosts()
	return pool
}
`,
  };
  expect(await links(sources, 'LoadOrStore')).toEqual({
    'use.go:9': null,
    'use.go:10': 'pool.go Pool.LoadOrStore',
    'use.go:11': null,
  });
  expect(await links(sources, 'CountIdleHosts')).toEqual({ 'use.go:12': 'pool.go Pool.CountIdleHosts' });
  expect(await links(sources, 'Pool')).toEqual({});
});

it('Java: what a head throws is not called there', async () => {
  const sources = {
    'a/Failure.java': 'package a;\n\nclass Failure extends Exception {}\n',
    'a/Use.java':
      'package a;\n\nclass Use {\n  void one() throws Failure {\n    two();\n  }\n\n  void two() throws Failure {\n    throw new Failure();\n  }\n}\n',
  };
  expect(await links(sources, 'Failure')).toEqual({ 'a/Use.java:9': 'a/Failure.java Failure' });
});

it('Ruby: a constant is one of the modules around; what is opened twice is defined nowhere', async () => {
  const sources = {
    'lib/page/file.rb': 'module Shop\n  class Page\n    class File\n    end\n  end\nend\n',
    'lib/site.rb': 'module Shop\n  class Site\n    def read\n      File.new\n      Page.new\n    end\n  end\nend\n',
    'lib/page/read.rb': 'module Shop\n  class Page\n    def read\n      Site.new\n    end\n  end\nend\n',
  };
  expect(await links(sources, 'File', 'type')).toEqual({ 'lib/site.rb:4': null });
  expect(await links(sources, 'Site', 'type')).toEqual({ 'lib/page/read.rb:4': 'lib/site.rb Shop.Site' });
  expect(await links(sources, 'Page', 'type')).toEqual({ 'lib/site.rb:5': null });
});

it('Ruby: a bare call in a class may be inherited, so a function of that name is not meant where methods have it too', async () => {
  const sources = {
    'helper.rb': 'module Folders\n  def target\n    1\n  end\nend\n',
    'console.rb': 'def target\n  2\nend\n\ndef alone\n  3\nend\n',
    'use.rb': 'class Use < Base\n  def run\n    target(1)\n    alone(1)\n  end\nend\n',
  };
  expect(await links(sources, 'target')).toEqual({ 'use.rb:3': null });
  expect(await links(sources, 'alone')).toEqual({ 'use.rb:4': 'console.rb alone' });
});

it('Rust: types of an impl are its own, a use tree has its whole path, super of an inline module is the file', async () => {
  const sources = {
    'Cargo.toml': '[package]\nname = "web"\n',
    'src/lib.rs': 'pub mod guard;\npub mod http;\npub mod route;\npub mod error;\n',
    'src/http.rs': 'pub use outer::Method;\n',
    'src/error.rs': 'pub type Outcome = std::result::Result<(), ()>;\n',
    'src/guard.rs': 'pub fn Method(name: &str) -> bool {\n    name.is_empty()\n}\n',
    'src/route.rs': `use crate::{guard, http::Method};
use outer::Service;

struct Socket;

impl Factory for Socket {
    type Service = Inner;
    fn start(&self) {}
}

impl Service for Socket {
    fn call(&self, method: Method) -> Outcome {
        guard::Method("x");
        Method::GET
    }
}

mod tests {
    use super::*;
}
`,
  };
  expect(await links(sources, 'Service', 'inherit')).toEqual({ 'src/route.rs:11': null });
  expect(await links(sources, 'Method', 'type')).toMatchObject({ 'src/route.rs:12': null });
  expect(await links(sources, 'Method')).toEqual({ 'src/route.rs:13': 'src/guard.rs Method' });
  expect(await links(sources, 'Outcome', 'type')).toEqual({ 'src/route.rs:12': null });
});

it('two calls of one name on one line that mean two definitions are two', async () => {
  const source =
    'struct A;\nimpl A {\n    fn new() {}\n}\nstruct B;\nimpl B {\n    fn new() {}\n}\nfn run() {\n    both(A::new(), B::new());\n}\n';
  const hits = await findReferences(await contextOf({ 'a.rs': source }), 'new');
  expect(hits.map(({ line, target }) => [line, target?.scope])).toEqual([
    [10, ['A']],
    [10, ['B']],
  ]);
});

it('Ruby: a variable is not the object of a method that one variable has', async () => {
  const sources = {
    'lib/a.rb': 'def stream(body)\n  def body.each(*args); 1; end\nend\n',
    'test/a_test.rb': "describe 'a' do\n  it 'reads' do\n    _, _, body = call\n    body.each(1)\n  end\nend\n",
  };
  expect(await links(sources, 'each')).toEqual({ 'test/a_test.rb:4': null });
});
