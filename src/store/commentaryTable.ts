/**
 * commentary.rows: prose about chunks, by content hash, with vectors of the folder's embedder; see
 * CommentaryRow. Beside chunks.lance, under its write lock. Its journal holds answers of a language
 * model that the table does not hold yet. Nobody has any unasked.
 */

import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommentaryRow } from '../base/answerTypes.ts';
import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { APPEND, makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { type SideTable, SideTableForm } from './sideTable.ts';

export type CommentaryTable = SideTable<CommentaryRow>;

/**
 * Holds rows of this form. A table of another version is not read, and the next run that writes
 * commentary makes it anew. 1: first.
 */
export const COMMENTARY_TABLE = new SideTableForm<CommentaryRow>({
  name: 'commentary',
  label: 'the table of commentary',
  key: 'contentHash',
  version: '1',
  texts: ['contentHash', 'model', 'prompt', 'origin', 'text', 'words'],
  hasVector: true,
  toText: (row, column) => String(row[column]),
  ofText: (text, column) => (column === 'prompt' ? Number(text) : text),
});

// commentary/journal.jsonl: answers of a language model that the table does not hold yet. Each is
// on the disk before the next request is made, so that a run that is killed has paid for nothing
// twice; the table gets them many at a time, because each of its commits costs as much as a hundred
// lines here. To be used under the lock of its folder.

export interface Answered {
  contentHash: string;
  model: string;
  prompt: number;
  text: string;
}

interface CommentaryJournal {
  /** The answers that an earlier run left; lines that are torn are not among them. */
  left: Answered[];
  /** On the disk when it settles. */
  add(answer: Answered): Promise<void>;
  /** After the table has them. */
  clear(): Promise<void>;
}

/** Beside the table, for the journal and the lock of whoever writes commentary. */
export function commentaryHome(dir: string): string {
  return join(dir, 'commentary');
}

export async function openJournal(home: string): Promise<CommentaryJournal> {
  makePrivate(home);
  const path = join(home, 'journal.jsonl');
  const before = await readTextBounded(path, MOST_STATE).catch(() => '');
  // A line begins after a whole one: what was torn must not swallow it.
  let needsLineEnd = before !== '' && !before.endsWith('\n');
  return {
    left: before.split('\n').flatMap(readLine),
    async add({ contentHash, model, prompt, text }) {
      const handle = await open(path, APPEND, PRIVATE_FILE);
      try {
        const line = `${JSON.stringify({ contentHash, model, prompt, text })}\n`;
        await handle.appendFile(needsLineEnd ? `\n${line}` : line);
        needsLineEnd = false;
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
    async clear() {
      await truncate(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      needsLineEnd = false;
    },
  };
}

function readLine(line: string): Answered[] {
  try {
    const { contentHash, model, prompt, text } = parseBounded(line, SMALL_JSON) as Partial<Answered>;
    const isWhole =
      typeof contentHash === 'string' &&
      typeof model === 'string' &&
      typeof prompt === 'number' &&
      typeof text === 'string';
    return isWhole ? [{ contentHash, model, prompt, text }] : [];
  } catch {
    return []; // Torn by the end of a run.
  }
}
