/**
 * Two repositories that differ in their secrets alone, which are as long in one as in the other: committed, changed, forgotten in the
 * history, in messages, edited and untracked. Whoever may not see a secret must get the same answers from both.
 */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { SearchHit } from '../../src/base/searchTypes.ts';
import { redactText } from '../../src/secrets/redact.ts';
import { decodedText } from '../../src/secrets/text.ts';
import { indexedFiles, storeDir } from './compareStores.ts';
import { cora } from './cora.ts';
import { FORMS, madeUpSecrets } from './madeUpSecrets.ts';
import { type TempRepo, tempDir, tempRepo } from './tempRepo.ts';

export interface Twin {
  repo: TempRepo;
  /** Whole values. */
  secrets: string[];
  /** Of a chunk in whose file nothing was redacted. */
  chunkId: string;
  /** Of chunks of other files, as an answer shows them. */
  shownIds: string[];
  /** Of the same files, as the index holds them: they are hashes of the secrets, too. */
  ownIds: string[];
}

export interface Twins {
  twins: [Twin, Twin];
  /** Every file of both, as a path. */
  paths: string[];
  /** What an attacker asks about, the same of both: secrets of the first, the beginning of one, those of the second. */
  guesses: string[];
}

const LANGUAGES = ['py', 'ts', 'java', 'yaml', 'json', 'md'];
const SEEDS = [4100, 8200] as const;

/** Kinds of which nothing is shown that differs. */
function kindsOf(seed: number, other: number) {
  const others = madeUpSecrets(other);
  return madeUpSecrets(seed).filter(({ name, value }, at) => {
    const shown = [value, others[at]!.value].map((one) => redactText(FORMS['py']!(name, one)));
    return shown[0] === shown[1];
  });
}

export async function secretTwins(): Promise<Twins> {
  const built = await Promise.all([twinOf(...SEEDS), twinOf(SEEDS[1], SEEDS[0])]);
  const [one, other] = built as [(typeof built)[0], (typeof built)[0]];
  expect(one.secrets.length).toBeGreaterThan(100);
  expect(other.paths).toEqual(one.paths);
  const contents = built.map(({ repo, paths }) => paths.map((path) => readFileSync(repo.path(path))));
  expect(contents[0]!.map((bytes) => decodedText(bytes))).toEqual(contents[1]!.map((bytes) => decodedText(bytes)));
  expect(contents[0]).not.toEqual(contents[1]);
  expect(one.shownIds.length).toBeGreaterThan(5);
  expect(other.shownIds).toEqual(one.shownIds);
  expect(other.ownIds.filter((id) => one.ownIds.includes(id))).toEqual([]);
  const some = [0, 1].flatMap((at) => [0, 13, 27, 44].map((step) => built[at]!.secrets[step]!));
  return {
    twins: [one, other],
    paths: one.paths,
    guesses: [...some, some[0]!.slice(0, 12), `${some[1]!.slice(0, 9)}x`],
  };
}

async function twinOf(seed: number, other: number): Promise<Twin & { paths: string[] }> {
  const repo = tempRepo();
  const secrets: string[] = [];
  const paths: string[] = [];
  const kinds = (step: number) => kindsOf(seed + step, other + step);
  const write = (path: string, text: string | Buffer): void => {
    repo.file(path, text);
    if (!paths.includes(path)) paths.push(path);
  };
  const partsOf = (step: number, language: string): string => {
    const parts = kinds(step).map(({ name, value, secret }) => {
      secrets.push(secret);
      return FORMS[language]!(name, value);
    });
    return parts.join('\n');
  };
  for (const [at, language] of LANGUAGES.entries()) write(`${language}/shop.${language}`, partsOf(at, language));
  write(
    'src/cart.ts',
    'import { connect } from "./shop";\n\nexport class Cart {\n  addItem() {\n    return connect();\n  }\n}\n',
  );
  write('utf16/settings.txt', Buffer.from(`\ufeff${partsOf(20, 'properties')}`, 'utf16le'));
  write('umlaut/settings.yaml', `password: "Kü9!${kinds(21)[0]!.secret.slice(4, 16)}é"\n`);
  write('keys/deploy.md', ['# Deploy', ...pemLines(seed, 0), 'end', ''].join('\n'));
  repo.commit(`Add the shop\n\nIts key is ${kinds(30)[0]!.value} and api_key = "${kinds(31)[0]!.secret}"`);
  write('keys/deploy.md', ['# Deploy', ...pemLines(seed, 7), 'end', ''].join('\n'));
  write('py/shop.py', partsOf(40, 'py'));
  repo.commit(['Rotate the keys', '', ...pemLines(seed, 9).slice(0, 3), '', ...pemLines(seed, 9).slice(3)].join('\n'));
  const ids = await indexed(repo);
  write('ts/shop.ts', partsOf(50, 'ts'));
  write('late/fresh.py', partsOf(51, 'py'));
  return { repo, secrets, paths, ...ids };
}

/** Ten lines in armour, of which one is changed. */
function pemLines(seed: number, changed: number): string[] {
  const lines = Array.from({ length: 10 }, (_, at) => {
    const { value } = madeUpSecrets(seed + at + (at === changed ? 1000 : 0))[0]!;
    return `MIIE${value.slice(4)}${value.slice(4)}${value.slice(4)}`;
  });
  return [`-----BEGIN RSA PRIVATE ${'KEY'}-----`, ...lines, `-----END RSA PRIVATE ${'KEY'}-----`];
}

const CLEAN = 'src/cart.ts';

async function indexed(repo: TempRepo): Promise<Pick<Twin, 'chunkId' | 'shownIds' | 'ownIds'>> {
  await cora(repo).index();
  const found = await cora(repo).queryAll(['Cart.addItem', 'key'], { limit: 50 });
  const [[cart], keys] = found.map(({ results }) => results) as [SearchHit[], SearchHit[]];
  expect(cart!.path).toBe(CLEAN);
  const shownIds = keys.flatMap(({ path, chunkId }) => (path === CLEAN ? [] : [chunkId]));
  const files = await indexedFiles(storeDir(repo));
  const ownIds = Object.entries(files).flatMap(([path, { chunks }]) => (path === CLEAN ? [] : chunks));
  return { chunkId: cart!.chunkId, shownIds, ownIds };
}

const FIRST = 'first';

/**
 * Without what a twin is known by and its secrets are not: names of commits, folders, times. Whoever knows all of a repository but a
 * secret can try values against the name of its commit: docs/secrets.md says so.
 */
export function withoutNames(text: string, { repo }: Twin): string {
  const commits = commitsOf(repo);
  return text
    .replaceAll(repo.dir, 'DIR')
    .replaceAll(repo.dir.split('/').at(-2)!, FIRST)
    .replace(/(?<=\\n|\b)[0-9a-f]{7,64}\b/g, (name) => (commits.some((one) => one.startsWith(name)) ? 'COMMIT' : name))
    .replace(/(\\?"(?:\w*Ms|\w*_ms|ms|\w*time|bytes|uptime_seconds)\\?": ?)[\d.]+/g, (_, name: string) => `${name}0`)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'TIME');
}

const known = new Map<string, string[]>();

function commitsOf(repo: TempRepo): string[] {
  const commits = known.get(repo.dir) ?? repo.git('rev-list', '--all').split('\n');
  known.set(repo.dir, commits);
  return commits;
}

/** An empty folder for what a command writes. */
export const elsewhere = (): string => tempDir('cora-elsewhere-');
