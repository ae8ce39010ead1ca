/** References resolved over small sources that are chunked in memory, as uncommitted files are. */

import type { ChunkRow, MentionKind } from '../../src/base/types.ts';
import { chunkBlob } from '../../src/chunk/chunkBlob.ts';
import type { SearchReader } from '../../src/engine/rowReader.ts';
import type { SymbolContext } from '../../src/graph/readFiles.ts';
import { findReferences } from '../../src/graph/symbols.ts';
import type { CallerView } from '../../src/view/callerView.ts';
import { rowOf } from '../../src/view/computeRows.ts';
import { groupByBlob, type ViewedFile } from '../../src/view/viewFiles.ts';

const LANGUAGE_OF: Record<string, string> = {
  py: 'python',
  ts: 'typescript',
  js: 'javascript',
  go: 'go',
  mod: 'text',
  java: 'java',
  kt: 'kotlin',
  rs: 'rust',
  toml: 'toml',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  hpp: 'cpp',
  rb: 'ruby',
  php: 'php',
  cs: 'csharp',
  json: 'json',
  tsx: 'tsx',
  scala: 'scala',
  swift: 'swift',
  dart: 'dart',
  lua: 'lua',
  ml: 'ocaml',
  hs: 'haskell',
  ex: 'elixir',
  vue: 'vue',
  svelte: 'svelte',
};

/** An index whose rows are all in memory, as those of uncommitted files are. */
export async function contextOf(sources: Record<string, string>): Promise<SymbolContext> {
  const files: ViewedFile[] = [];
  const overlay: ChunkRow[] = [];
  for (const [path, text] of Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const language = LANGUAGE_OF[path.split('.').at(-1)!]!;
    const file: ViewedFile = { path, blob: path, language, status: 'untracked' };
    files.push(file);
    const chunked = await chunkBlob(new TextEncoder().encode(text), language);
    for (const chunk of chunked?.chunks ?? []) overlay.push(rowOf(chunk, file));
  }
  const store = { rowsWithTerms: async () => [], rows: async () => [] } as unknown as SearchReader;
  return { store, view: { files, overlay, byBlob: groupByBlob(files) } as unknown as CallerView };
}

/** `path Scope.name` for each mention of a name as `path:line`, null where it stays open. */
export async function links(
  sources: Record<string, string>,
  name: string,
  kind: MentionKind = 'call',
): Promise<Record<string, string | null>> {
  const hits = await findReferences(await contextOf(sources), name);
  return Object.fromEntries(
    hits
      .filter((hit) => hit.kind === kind)
      .map(({ path, line, target }) => [
        `${path}:${line}`,
        target === null ? null : `${target.path} ${[...target.scope, target.name].join('.')}`,
      ]),
  );
}
