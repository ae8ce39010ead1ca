/** A packed index of a shop, what is attested of it, and a clone of it that pulls. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { downloadsOf, storeRoot } from '../../helpers/cora.ts';
import { mockSigstore, type Run } from '../../helpers/mockSigstore.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';
import { published } from './publishedIndex.ts';

export let sigstore: Awaited<ReturnType<typeof mockSigstore>>;
export let repo: TempRepo;
export let packed: string;
export let content: Buffer;
export let commit: string;
export let sha256: string;
export let flags: { signer: string; 'trust-root': string };
export let bundle: string;

/** To be called before the first test. */
export async function prepare(): Promise<void> {
  sigstore = await mockSigstore();
  const made = await published();
  ({ repo } = made);
  ({ file: packed, commit } = made.packed);
  content = readFileSync(packed);
  sha256 = createHash('sha256').update(content).digest('hex');
  flags = { signer: 'acme/shop', 'trust-root': written('root.jsonl', sigstore.root) };
  bundle = await attested();
}

export function written(name: string, text: string | Buffer): string {
  const file = join(tempDir(), name);
  writeFileSync(file, text);
  return file;
}

export async function attested(run: Partial<Run> = {}): Promise<string> {
  return (await sigstore.attest(sha256, { commit, ...run })).text;
}

/** A clone that takes acme/shop for its origin. */
export function shopClone(): TempRepo {
  const clone = repo.clone();
  clone.git('remote', 'set-url', 'origin', 'git@github.com:acme/shop.git');
  return clone;
}

export function nothingIsKept(clone: TempRepo): void {
  const kept = existsSync(storeRoot(clone)) ? readdirSync(storeRoot(clone), { recursive: true }).map(String) : [];
  expect(kept.filter((name) => /segment|pull/.test(name))).toEqual([]);
  const downloads = downloadsOf(clone);
  expect(existsSync(downloads) ? readdirSync(downloads) : []).toEqual([]);
}
