import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { linksIn } from '../../../src/chunk/links.ts';
import { sourceOf } from '../../../src/chunk/segment.ts';
import { LANGUAGES, languageNames, languageOf, needsFirstBytes } from '../../../src/languages/languages.ts';
import { EXTENSION } from '../../../src/search/question/readNames.ts';

const NAMES: Record<string, string> = {
  'a.py': 'python',
  'types.pyi': 'python',
  'a.js': 'javascript',
  'a.jsx': 'javascript',
  'a.mjs': 'javascript',
  'a.ts': 'typescript',
  'a.d.ts': 'typescript',
  'a.tsx': 'tsx',
  'A.JAVA': 'java',
  'a.go': 'go',
  'a.rs': 'rust',
  'a.c': 'c',
  'a.h': 'c',
  'a.cc': 'cpp',
  'a.hpp': 'cpp',
  'a.cs': 'csharp',
  'a.rb': 'ruby',
  Rakefile: 'ruby',
  'a.php': 'php',
  'a.kts': 'kotlin',
  'a.swift': 'swift',
  'build.sbt': 'scala',
  'a.lua': 'lua',
  'a.bats': 'bash',
  '.bashrc': 'bash',
  'a.exs': 'elixir',
  'a.dart': 'dart',
  'a.zig': 'zig',
  'a.sol': 'solidity',
  'a.m': 'objc',
  'a.mli': 'ocaml',
  'a.html': 'html',
  'a.css': 'css',
  'a.scss': 'scss',
  'a.less': 'less',
  'a.vue': 'vue',
  'a.svelte': 'svelte',
  'page.html.heex': 'template',
  'Index.cshtml': 'template',
  'README.md': 'markdown',
  'a.rst': 'rst',
  'a.adoc': 'asciidoc',
  'a.yml': 'yaml',
  'a.json': 'json',
  'tsconfig.json': 'jsonc',
  'a.toml': 'toml',
  'pom.xml': 'xml',
  'a.ini': 'ini',
  Dockerfile: 'dockerfile',
  'Dockerfile.dev': 'dockerfile',
  Makefile: 'makefile',
  'a.mk': 'makefile',
  'CMakeLists.txt': 'cmake',
  'a.sql': 'sql',
  'a.graphql': 'graphql',
  'a.proto': 'protobuf',
  'a.tf': 'terraform',
  'a.hs': 'haskell',
  'a.pl': 'perl',
  'a.R': 'r',
  'a.jl': 'julia',
  'a.clj': 'clojure',
  'a.erl': 'erlang',
  'a.fs': 'fsharp',
  'build.gradle': 'groovy',
  Jenkinsfile: 'groovy',
  'a.ps1': 'powershell',
  'flake.nix': 'nix',
  BUILD: 'bazel',
  build: 'text',
  LICENSE: 'text',
  'notes.txt': 'text',
  'a.unknown': 'text',
  '.py': 'text',
};

test.each(Object.entries(NAMES))('%s is %s', (name, language) => {
  expect(languageOf(name)).toBe(language);
  expect(languageOf(`some.dir/x/${name}`)).toBe(language);
  expect(languageNames()).toContain(language);
});

const SCRIPTS: Record<string, string> = {
  '#!/bin/sh\necho': 'bash',
  '#!/usr/bin/env python3\nimport os': 'python',
  '#!/usr/bin/env -S FOO=1 python3.11 -u\n': 'python',
  '#! /usr/bin/perl -w\r\n': 'perl',
  '#!/usr/bin/env node': 'javascript',
  '#!/opt/unheard-of\n': 'text',
  'no shebang': 'text',
  '#!/usr/bin/env constructor': 'text',
  '#!/usr/bin/__proto__': 'text',
  '#!/bin/toString -x': 'text',
  '': 'text',
};

test.each(Object.entries(SCRIPTS))('a script that begins with %j is %s', (content, language) => {
  expect(languageOf('bin/run', Buffer.from(content))).toBe(language);
});

test('first bytes count only where the name says nothing', () => {
  const python = Buffer.from('#!/usr/bin/python\n');
  expect(languageOf('a.js', python)).toBe('javascript');
  expect(languageOf('a.unknown', python)).toBe('text');
  expect(languageOf('Makefile', python)).toBe('makefile');
  expect(['run', '.hidden', 'a/b/gradle'].map(needsFirstBytes)).toEqual([true, true, true]);
  expect(['run.sh', 'Makefile', 'x/.bashrc', 'a.b/c.d'].map(needsFirstBytes)).toEqual([false, false, false, false]);
});

// Lists that are kept by hand beside the records: a new language is in each of them.

const WITH_GRAMMAR = LANGUAGES.filter(({ syntax }) => syntax !== undefined);

test('docs/search.md lists the languages that have a grammar', () => {
  const page = readFileSync(new URL('../../../docs/search.md', import.meta.url), 'utf8');
  const [, list = ''] = /^- Tree-sitter cuts these languages at their definitions: ([^.]*)\.$/m.exec(page) ?? [];
  const listed = list.split(/,\s+|\s+and\s+/).map((name) => SPELT[name] ?? name.toLowerCase());
  expect(listed.sort()).toEqual(WITH_GRAMMAR.map(({ name }) => name).sort());
});

const SPELT: Record<string, string> = { 'C++': 'cpp', 'C#': 'csharp', 'Objective-C': 'objc' };

test('the first ending of each is one of a path in a comment, and of a file in a question', () => {
  const endings = WITH_GRAMMAR.map(({ extensions }) => extensions!.split(' ')[0]!).sort();
  const linked = (ending: string) => linksIn(sourceOf(Buffer.from(`// see src/a.${ending}`), 'text')!).length > 0;
  expect(endings.filter((ending) => !linked(ending))).toEqual(NO_PATHS);
  expect(endings.filter((ending) => !EXTENSION.test(ending))).toEqual(MEMBERS);
});

/** Not yet: one that chunk/links.ts learns changes rows. */
const NO_PATHS: readonly string[] = [];
/** In a question, `a.pl` is `pl` of `a`. */
const MEMBERS: readonly string[] = ['clj', 'hcl', 'nix', 'pl', 'r', 'tf'];

test.each([
  ['dart', /\/node_modules\/tree-sitter-wasms\//],
  ['lua', /\/node_modules\/@cursorless\//],
])('scripts/showTree.mjs shows %s by the grammar of its record', (grammar, from) => {
  const script = fileURLToPath(new URL('../../../scripts/showTree.mjs', import.meta.url));
  const [first] = execFileSync(process.execPath, [script, grammar, script], { encoding: 'utf8' }).split('\n');
  expect(first).toMatch(from);
});
