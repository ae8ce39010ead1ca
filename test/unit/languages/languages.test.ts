import { expect, test } from 'vitest';
import { languageNames, languageOf, needsFirstBytes } from '../../../src/languages/languages.ts';

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
