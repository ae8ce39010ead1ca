/** Which definition a path of Rust means: editions, crates of a workspace, globs, cases of enums, macros. */

import { expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

const CONFIG = `pub struct Config {}

impl Config {
    pub fn new() -> Config {
        Config {}
    }
}

pub fn load() -> u32 {
    1
}
`;

const PROGRAM = {
  'src/main.rs': '#[macro_use]\nmod config;\nmod cmd;\n\nmacro_rules! fail {\n    ($e:expr) => {};\n}\n',
  'src/config.rs': CONFIG,
  'src/cmd/mod.rs': 'pub mod count;\n',
  'src/cmd/count.rs': `use config::{Config, load};
use config;

pub fn run() -> u32 {
    Config::new();
    config::load();
    fail!(load())
}
`,
};

const FOUND = {
  'src/cmd/count.rs:6': 'src/config.rs load',
  'src/cmd/count.rs:7': 'src/config.rs load',
};

it.each([
  ['edition 2015, which is the one that none is', '[package]\nname = "app"\n', {}, true],
  ['edition 2015 of the workspace', 'package.name = "app"\nedition.workspace = true\n', { edition: '2015' }, true],
  ['edition 2018', '[package]\nname = "app"\nedition = "2018"\n', {}, false],
  ['edition 2021 of the workspace', '[package]\nname = "app"\nedition.workspace = true\n', { edition: '2021' }, false],
] as const)(
  'a `use` begins at the root of the crate only in edition 2015: %s',
  async (_, manifest, workspace, isOld) => {
    const root: Record<string, string> =
      'edition' in workspace ? { 'Cargo.toml': `[workspace.package]\nedition = "${workspace.edition}"\n` } : {};
    const member = Object.entries(PROGRAM).map(([path, text]) => [`app/${path}`, text]);
    const sources = { ...root, 'app/Cargo.toml': manifest, ...Object.fromEntries(member) };
    const inApp = (found: Record<string, string>) =>
      Object.fromEntries(Object.entries(found).map(([path, target]) => [`app/${path}`, `app/${target}`]));
    expect(await links(sources, 'load')).toEqual(
      isOld ? inApp(FOUND) : { 'app/src/cmd/count.rs:6': null, 'app/src/cmd/count.rs:7': null },
    );
    expect(await links(sources, 'new')).toEqual({
      'app/src/cmd/count.rs:5': isOld ? 'app/src/config.rs Config.new' : null,
    });
  },
);

it('a macro of the crate needs no import, and is no function', async () => {
  const sources = {
    ...{ 'Cargo.toml': '[package]\nname = "app"\n', ...PROGRAM },
    'src/other.rs': 'fn fail() {}\n\npub fn run() {\n    fail();\n    fail!(1);\n}\n',
  };
  expect(await links(sources, 'fail')).toEqual({
    'src/cmd/count.rs:7': 'src/main.rs fail',
    'src/other.rs:4': 'src/other.rs fail',
    'src/other.rs:5': 'src/main.rs fail',
  });
});

it('crates of a workspace: by the name of the package, of the library, and of the dependency', async () => {
  const sources = {
    'Cargo.toml': '[workspace]\nmembers = ["*"]\n\n[workspace.dependencies]\nlow = { path = "low-level" }\n',
    'low-level/Cargo.toml': '[package]\nname = "acme-low"\n\n[lib]\nname = "acme_lowest"\n',
    'low-level/src/lib.rs': CONFIG,
    'other/Cargo.toml': '[package]\nname = "other"\n',
    'other/src/lib.rs': CONFIG,
    'app/Cargo.toml': '[package]\nname = "app"\nedition = "2021"\n\n[dependencies.tool-kit]\npath = "../other"\n',
    'app/src/main.rs': `use acme_lowest::{self, Config};
use low::load as first;

fn main() {
    first();
    low::load();
    acme_lowest::load();
    acme_low::load();
    tool_kit::load();
    tool_kit::Config::new();
    let low = Config::new();
    low::load();
}
`,
  };
  expect(await links(sources, 'load')).toEqual({
    'app/src/main.rs:5': 'low-level/src/lib.rs load',
    'app/src/main.rs:6': 'low-level/src/lib.rs load',
    'app/src/main.rs:7': 'low-level/src/lib.rs load',
    'app/src/main.rs:8': 'low-level/src/lib.rs load',
    'app/src/main.rs:9': 'other/src/lib.rs load',
    'app/src/main.rs:12': 'low-level/src/lib.rs load',
  });
  expect(await links(sources, 'new')).toEqual({
    'app/src/main.rs:10': 'other/src/lib.rs Config.new',
    'app/src/main.rs:11': 'low-level/src/lib.rs Config.new',
  });
});

it('a path through a module keeps its type; a glob of an enum brings its cases', async () => {
  const kind = (name: string): string => `pub struct Single {}\n\npub enum ${name} {\n    Single(u8),\n    None,\n}\n`;
  const sources = {
    'Cargo.toml': '[package]\nname = "app"\nedition = "2018"\n',
    'src/lib.rs': 'mod ast;\nmod hir;\nmod print;\n',
    'src/ast.rs': kind('Kind'),
    'src/hir.rs': kind('Kind'),
    'src/print.rs': `use crate::{ast::{self, Kind}, hir};
use crate::hir::Kind::*;

pub fn print(ast: &Kind) {
    ast::Kind::Single(1);
    hir::Kind::Single(1);
    Single(2);
}
`,
  };
  expect(await links(sources, 'Single')).toEqual({
    'src/print.rs:5': 'src/ast.rs Kind.Single',
    'src/print.rs:6': 'src/hir.rs Kind.Single',
    'src/print.rs:7': 'src/hir.rs Kind.Single',
  });
});

it('the roots of tests find modules beside them, and both roots of a package are one', async () => {
  const sources = {
    'Cargo.toml': '[package]\nname = "app"\nedition = "2018"\n',
    'src/lib.rs': 'pub mod deep;\n\npub fn ofLibrary() {}\n',
    'src/main.rs': 'mod deep;\n\nfn ofProgram() {}\n',
    'src/deep.rs': 'pub fn run() {\n    crate::ofLibrary();\n    crate::ofProgram();\n}\n',
    'tests/all.rs':
      'mod common;\n\nuse common::setUp;\n\n#[test]\nfn works() {\n    setUp();\n    common::setUp();\n}\n',
    'tests/common/mod.rs': 'pub fn setUp() {}\n',
  };
  expect(await links(sources, 'setUp')).toEqual({
    'tests/all.rs:7': 'tests/common/mod.rs setUp',
    'tests/all.rs:8': 'tests/common/mod.rs setUp',
  });
  expect(await links(sources, 'ofLibrary')).toEqual({ 'src/deep.rs:2': 'src/lib.rs ofLibrary' });
  expect(await links(sources, 'ofProgram')).toEqual({ 'src/deep.rs:3': 'src/main.rs ofProgram' });
});

it('finds the names of a long list, which has several rows', async () => {
  const names = Array.from({ length: 600 }, (_, at) => `name_of_a_function_${at}`);
  const sources = {
    'Cargo.toml': '[package]\nname = "a"\nedition = "2021"\n',
    'src/lib.rs': `mod m;\nuse crate::m::{\n${names.map((name) => `    ${name},\n`).join('')}};\nfn go() {\n    name_of_a_function_599();\n}\n`,
    'src/m.rs': names.map((name) => `pub fn ${name}() {}\n`).join(''),
  };
  expect(await links(sources, 'name_of_a_function_599')).toEqual({
    'src/lib.rs:605': 'src/m.rs name_of_a_function_599',
  });
});
