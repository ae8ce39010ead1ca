/** `cora pack --report`: what would leave this machine, told before anything does. Writes nothing. */

import type { Chunk, SkippedFile } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { listRedacted, type RedactedSecret } from '../store/countRedacted.ts';
import { openStore } from '../store/openStore.ts';
import { locateIndex, type Surroundings } from '../view/surroundings.ts';
import { commentaryOfView } from './artifact/commentaryOfView.ts';
import { encodeFiles } from './artifact/filesMember.ts';
import { blobsOf, filesOf, stateToPack } from './pack/rowsToPack.ts';

export interface PackContents {
  /** The address of `origin` without credentials; '' where there is none. */
  repository: string;
  commit: string;
  /** The commit that is checked out; null before the first one. */
  headCommit: string | null;
  embedder: string;
  /** False with --no-text. */
  text: boolean;
  files: number;
  chunks: number;
  /** Different names of definitions. */
  symbols: number;
  /** Chunks that come with prose of a language model. */
  commentary: number;
  /** By kind, before compression. */
  bytes: Partial<Record<Kind, number>>;
  /** Secrets that were found by content: none of them is in the pack. */
  redacted: RedactedSecret[];
  /** Of the indexed files. */
  paths: string[];
  /** Files that were left out: their paths and the reasons are in the pack, too. */
  skipped: SkippedFile[];
  /** Files that could not be indexed. */
  failed: string[];
}

type Kind = 'paths' | 'commentary' | 'text' | 'symbols' | 'references' | 'positions' | 'hashes' | 'vectors';

/** What a column of a pack tells of; vectors have none. */
const KIND_OF: Readonly<Partial<Record<keyof Chunk, Kind>>> = {
  text: 'text',
  doc: 'text',
  signature: 'text',
  symbol: 'symbols',
  scope: 'symbols',
  parentChunk: 'symbols',
  defines: 'symbols',
  references: 'references',
  startLine: 'positions',
  endLine: 'positions',
  startByte: 'positions',
  endByte: 'positions',
  part: 'positions',
  parts: 'positions',
  kind: 'positions',
  nodeType: 'positions',
  redacted: 'positions',
  frame: 'positions',
};
const WITHOUT_TEXT: readonly (keyof Chunk)[] = ['symbol', 'startLine', 'endLine', 'startByte', 'endByte', 'kind'];
const BYTES_OF_NUMBER = 2;

/** @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export async function describePack(options: Options, surroundings: Surroundings): Promise<PackContents> {
  const { workspace, embedder, dir } = await locateIndex(options, surroundings);
  const state = await stateToPack(dir, workspace, embedder);
  const files = filesOf(state);
  const text = options['no-text'] !== true;
  const columns = text ? (Object.keys(KIND_OF) as (keyof Chunk)[]) : WITHOUT_TEXT;
  const failed = state.failed.map(({ path }) => path);
  const bytes: PackContents['bytes'] = { paths: encodeFiles({ files, skipped: state.skipped, failed }).length };
  const add = (kind: Kind, size: number): void => {
    bytes[kind] = (bytes[kind] ?? 0) + size;
  };
  const symbols = new Set<string>();
  const store = await openStore(dir, embedder.dimensions, 'read');
  try {
    for await (const { rows } of blobsOf(store, files)) {
      for (const row of rows) {
        for (const { name } of row.defines) symbols.add(name);
        for (const column of columns) add(KIND_OF[column]!, sizeOf(row[column]));
        if (!text) add('hashes', row.contentHash.length);
        add('vectors', BYTES_OF_NUMBER * row.vector.length);
      }
    }
    const commentary = text ? await commentaryOfView(dir, store, files) : [];
    for (const row of commentary) add('commentary', row.contentHash.length + sizeOf(row.text));
    const { repository, commit, counts, skipped } = state;
    const headCommit = workspace.repository.head?.commit ?? null;
    const about = { repository, commit, headCommit, embedder: embedder.id, text };
    const redacted = await listRedacted(store, files);
    const paths = files.map(({ path }) => path);
    const { files: number, chunks } = counts;
    const counted = { files: number, chunks, symbols: symbols.size, commentary: commentary.length };
    return { ...about, ...counted, bytes, redacted, paths, skipped, failed };
  } finally {
    store.close();
  }
}

/** As it is written there: text as it is, all else as JSON. */
function sizeOf(cell: Chunk[keyof Chunk]): number {
  return Buffer.byteLength(typeof cell === 'string' ? cell : JSON.stringify(cell));
}
