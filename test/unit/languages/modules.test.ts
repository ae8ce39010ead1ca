import { describe, expect, it } from 'vitest';
import { indexPaths, resolveModule } from '../../../src/graph/pathIndex.ts';
import { languageNamed } from '../../../src/languages/languages.ts';

const FILES = indexPaths([
  'lib/My/Store.pm',
  't/store.t',
  'R/helpers.R',
  'R/read.R',
  'src/my/the_store/core.clj',
  'src/my/log.cljc',
  'hosts/a/configuration.nix',
  'hosts/common/default.nix',
  'hosts/a/hardware.nix',
  'main.tf',
  'modules/vpc/main.tf',
  'modules/vpc/README.md',
  'packages/net/pyproject.toml',
  'packages/net/src/acme/net/retry.py',
]);

describe('files that a module means', () => {
  it.each([
    ['perl', 'My::Store', 't/store.t', ['lib/My/Store.pm']],
    ['perl', 'List::Util', 't/store.t', []],
    ['r', 'helpers.R', 'R/read.R', ['R/helpers.R']],
    ['r', 'R/helpers.R', 'R/read.R', ['R/helpers.R']],
    ['r', 'dplyr', 'R/read.R', []],
    ['clojure', 'my.the-store.core', 'src/my/log.cljc', ['src/my/the_store/core.clj']],
    ['clojure', 'clojure.string', 'src/my/log.cljc', []],
    ['nix', './hardware.nix', 'hosts/a/configuration.nix', ['hosts/a/hardware.nix']],
    ['nix', '../common', 'hosts/a/configuration.nix', ['hosts/common/default.nix']],
    ['nix', 'lib', 'hosts/a/configuration.nix', []],
    ['terraform', './modules/vpc', 'main.tf', ['modules/vpc/main.tf']],
    ['terraform', 'hashicorp/consul/aws', 'main.tf', []],
    ['python', 'acme.net.retry', 'packages/app/main.py', ['packages/net/src/acme/net/retry.py']],
    ['python', 'requests', 'packages/app/main.py', []],
    ['constructor', './modules/vpc', 'main.tf', []],
  ])('%s: %s', (language, module, from, expected) => {
    expect(resolveModule(module, language, from, FILES)).toEqual(expected);
  });
});

describe('names that an import of Clojure binds', () => {
  const bound = (name: string, module: string, text: string) =>
    languageNamed('clojure').modules!.bind!(
      { name, kind: 'import', from: module },
      module,
      text,
      (wanted) => new Set(resolveModule(wanted, 'clojure', 'src/a.clj', FILES)),
    ).map(({ local, name: own }) => [local, own]);

  it.each([
    ['log', '[my.log :as l]', [['l', null]]],
    ['log', '[my.log :refer [info] :as l]', [['l', null]]],
    ['log', 'my.log', [['my.log', null]]],
    ['info', '[my.log :refer [info]]', [['info', 'info']]],
  ])('%s of %s', (name, text, expected) => {
    expect(bound(name, 'my.log', `(ns a (:require ${text}))`)).toEqual(expected);
  });

  it('none where the module is a library', () => {
    expect(bound('string', 'clojure.string', '[clojure.string :as str]')).toEqual([]);
  });
});
