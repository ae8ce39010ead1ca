/** A repository full of made-up credentials, every kind in every language, and the check that a text holds none of them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { hasTable } from '../../src/store/openTable.ts';
import { COMMIT_TABLE } from '../../src/store/sideTables.ts';
import { rowsIn, searchRowsIn, storeDir } from './compareStores.ts';
import { storeRoot } from './cora.ts';
import { FORMS, type MadeUpSecret, madeUpSecrets } from './madeUpSecrets.ts';
import { placedSecrets } from './secretPlaces.ts';
import { type TempRepo, tempRepo } from './tempRepo.ts';

export interface Corpus {
  repo: TempRepo;
  secrets: MadeUpSecret[];
  /** Each kind and each language is among them, for what takes a while for each. */
  some: MadeUpSecret[];
  /** One for each language. */
  paths: string[];
}

/** A file for each language, with all kinds in it, each value there only. */
export function corpus(): Corpus {
  const repo = tempRepo();
  const secrets: MadeUpSecret[] = [];
  const paths: string[] = [];
  Object.entries(FORMS).forEach(([ending, write], at) => {
    const kinds = madeUpSecrets(100 + at);
    const parts = kinds.map(({ name, value }) => write(name, value));
    const path = `${ending}/shop.${ending}`;
    repo.file(path, (WHOLES[ending] ?? inLines)(parts));
    secrets.push(...kinds);
    paths.push(path);
  });
  expect(heldIn(secrets, paths.map((path) => readFileSync(repo.path(path), 'utf8')).join('\n'))).toEqual(secrets);
  return { repo, secrets, some: secrets.filter((_, at) => at % 7 === 0), paths };
}

/**
 * Writes credentials in places (secretPlaces.ts), a file for each.
 * @param every one of so many, and each place and each kind among them; all where it is 1
 */
export function plantPlaces(repo: TempRepo, seed: number, every = 1): { secrets: MadeUpSecret[]; paths: string[] } {
  const placed = placedSecrets(seed).filter((_, at) => at % every === 0);
  for (const { path, text } of placed) repo.file(path, text);
  return {
    secrets: placed.map(({ what, secret }) => ({ rule: 'placed', name: what, value: secret, secret })),
    paths: placed.map(({ path }) => path),
  };
}

/** Every byte of every file of its stores, and every cell of every row, which may be compressed there. */
export async function everythingIn(repo: TempRepo): Promise<string> {
  const root = storeRoot(repo);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1'));
  const commits = await COMMIT_TABLE.open(root, 'read');
  const messages = JSON.stringify(commits?.scan(['subject', 'body', 'subjectWords', 'bodyWords']));
  const dir = storeDir(repo);
  const rows = [...(await searchRowsIn(dir)), ...((await hasTable(dir)) ? await rowsIn(dir) : [])];
  return bytes.join('\n') + JSON.stringify(rows) + messages;
}

const inLines = (parts: readonly string[]): string => parts.join('\n');
const after = (head: string) => (parts: readonly string[]) =>
  head + parts.map((part) => part.slice(head.length)).join('\n');

/** How parts make one file, where they cannot stand one after another. */
const WHOLES: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  go: after('package shop\n\n'),
  php: after('<?php\n'),
  sh: after('#!/bin/sh\n'),
  yaml: (parts) => parts.join('---\n'),
  toml: (parts) => parts.join('\n').replaceAll('[shop]', '[[shop]]'),
  json: (parts) => `[\n${parts.join(',\n')}]\n`,
  xml: (parts) => `<shops>\n${parts.join('')}</shops>\n`,
};

export function mustHoldNone(secrets: readonly MadeUpSecret[], text: string): void {
  expect(heldIn(secrets, text).map(({ rule, name }) => `${rule} ${name}`)).toEqual([]);
}

const KEY = 8;
/** What is left of a text that was cut into words, in lower case, when the words stand together again. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** @returns those that the text holds, also where they are in lower case or cut into words, as an index of words has them */
function heldIn(secrets: readonly MadeUpSecret[], text: string): MadeUpSecret[] {
  const letters = lettersOf(text);
  const byKey = new Map<string, { secret: MadeUpSecret; whole: string }[]>();
  for (const secret of secrets) {
    const whole = lettersOf(secret.secret);
    const key = whole.slice(0, KEY);
    byKey.set(key, [...(byKey.get(key) ?? []), { secret, whole }]);
  }
  const held = new Set<MadeUpSecret>();
  for (let at = 0; at + KEY <= letters.length; at++) {
    for (const { secret, whole } of byKey.get(letters.slice(at, at + KEY)) ?? []) {
      if (letters.startsWith(whole, at)) held.add(secret);
    }
  }
  return secrets.filter((secret) => held.has(secret));
}
