/**
 * Puts answers into the table of commentary, with their words and vectors. A chunk has one answer:
 * a new one takes its place.
 */

import { cleanCommentary } from '../ask/commentary.ts';
import type { CommentaryRow } from '../base/answerTypes.ts';
import type { Embedder, Log } from '../base/types.ts';
import { spacedTerms } from '../base/words.ts';
import { roundVector } from '../engine/byteVectors.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { type Answered, COMMENTARY_TABLE } from '../store/sideTables.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';

interface KeepRequest {
  /** The store's folder of this embedder. */
  dir: string;
  embedder: Embedder;
  log: Log;
}

/**
 * Keeps answers that are not known. An artifact's are left out on chunks that have one.
 * @returns how many are new
 */
export async function keepAnswers(
  { dir, embedder, log }: KeepRequest,
  answers: readonly Answered[],
  origin: CommentaryRow['origin'],
): Promise<number> {
  if (answers.length === 0) return 0;
  const rows = await rowsOf(embedder, answers, origin);
  return withWriteLock(dir, { waitMs: WRITER_WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    const table =
      (await COMMENTARY_TABLE.open(dir, 'write', embedder.dimensions)) ??
      (await COMMENTARY_TABLE.create(dir, embedder.dimensions));
    const known = table.scan(['contentHash', 'model', 'prompt']);
    const hashes = new Set(known.map(({ contentHash }) => contentHash));
    const keys = new Set(known.map(commentaryKey));
    const added = rows.filter(
      (row) => !keys.has(commentaryKey(row)) && (origin === 'here' || !hashes.has(row.contentHash)),
    );
    const replaced = added.flatMap(({ contentHash }) => (hashes.has(contentHash) ? [contentHash] : []));
    // A run that is killed between these two finds the new ones in its journal.
    if (replaced.length > 0) await table.remove(replaced, ensureOwned);
    await table.append([added], ensureOwned);
    return added.length;
  });
}

async function rowsOf(
  embedder: Embedder,
  answers: readonly Answered[],
  origin: CommentaryRow['origin'],
): Promise<CommentaryRow[]> {
  // The last one counts, where a run was killed before it could clear its journal.
  const unique = [...new Map(answers.map((answer) => [answer.contentHash, answer])).values()];
  const said = unique.filter(({ text }) => text !== '');
  const texts = said.map(({ text }) => text);
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts, 'document');
  const byHash = new Map(said.map(({ contentHash }, at) => [contentHash, roundVector(vectors[at]!)]));
  return unique.map((answer) => ({
    ...answer,
    origin,
    words: spacedTerms(answer.text),
    vector: byHash.get(answer.contentHash) ?? new Float32Array(embedder.dimensions),
  }));
}

/** Names answers that are not paid for twice. */
function commentaryKey(row: Omit<Answered, 'text'>): string {
  return `${row.contentHash} ${row.prompt} ${row.model}`;
}

// Takes commentary of somebody's artifact into the store. A model wrote it, or says who made the
// artifact: it is cleaned as an answer of a model is, marked, and kept for contents that the store
// has rows of, which were made from the caller's own blobs.

/** Texts that are embedded together. */
const BATCH = 512;

/** Takes the commentary of an artifact. @returns how many are new */
export async function takeCommentary(to: KeepRequest, offered: readonly Answered[]): Promise<number> {
  if (offered.length === 0) return 0;
  const own = await ownHashes(to, offered);
  const wanted = offered
    .filter(({ contentHash }) => own.has(contentHash))
    .map((one) => ({ ...one, model: cleanCommentary(one.model), text: cleanCommentary(one.text) }))
    .filter(({ text }) => text !== '');
  let kept = 0;
  for (let at = 0; at < wanted.length; at += BATCH) {
    kept += await keepAnswers(to, wanted.slice(at, at + BATCH), 'artifact');
  }
  return kept;
}

async function ownHashes({ dir, embedder }: KeepRequest, offered: readonly Answered[]): Promise<Set<string>> {
  const contentHashes = offered.map(({ contentHash }) => contentHash);
  const rows = await withSearchFile(dir, embedder.dimensions, (all) => all.rows({ contentHashes }, ['contentHash']));
  return new Set(rows.map(({ contentHash }) => contentHash));
}
