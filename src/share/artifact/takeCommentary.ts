/**
 * Commentary of somebody's artifact into the store. A model wrote it, or says who made the
 * artifact: it is cleaned as an answer of a model is, marked, and kept for contents that the store
 * has rows of, which were made from the caller's own blobs.
 */

import { cleanCommentary } from '../../ask/commentary.ts';
import { withSearchFile } from '../../engine/searchFile.ts';
import { type KeepRequest, keepAnswers } from '../../indexing/keepAnswers.ts';
import type { PackedCommentary } from './members.ts';

/** Texts that are embedded together. */
const BATCH = 512;

/** @returns how many are new */
export async function takeCommentary(to: KeepRequest, offered: readonly PackedCommentary[]): Promise<number> {
  if (offered.length === 0) return 0;
  const own = await ownHashes(to, offered);
  const wanted = offered
    .filter(({ contentHash }) => own.has(contentHash))
    .map(({ contentHash, model, prompt, text }) => ({
      contentHash,
      model: cleanCommentary(model),
      prompt,
      text: cleanCommentary(text),
    }))
    .filter(({ text }) => text !== '');
  let kept = 0;
  for (let at = 0; at < wanted.length; at += BATCH) {
    kept += await keepAnswers(to, wanted.slice(at, at + BATCH), 'artifact');
  }
  return kept;
}

async function ownHashes({ dir, embedder }: KeepRequest, offered: readonly PackedCommentary[]): Promise<Set<string>> {
  const contentHashes = offered.map(({ contentHash }) => contentHash);
  const rows = await withSearchFile(dir, embedder.dimensions, (all) => all.rows({ contentHashes }, ['contentHash']));
  return new Set(rows.map(({ contentHash }) => contentHash));
}
