/** Call chains: who calls a name and what it calls, step by step. */

import { blobKeyOf } from './identity.ts';
import { type Certainty, resolveReference } from './query/resolveReference.ts';
import type { ViewedFile } from './search/callerView.ts';
import { COLUMNS, linesWith, type Row, type SymbolContext, siteOf } from './symbols/rowsOfName.ts';
import { findReferences, findSymbols, type SymbolHit } from './symbols.ts';
import type { BlobKey, Reference } from './types.ts';

/** One step of a call chain. */
export interface CallEdge {
  depth: number;
  caller: { symbol: string; path: string; line: number };
  callee: { symbol: string; path: string | null; line: number | null };
  by: Certainty | null;
}

/** Who calls the name, and who calls those, up to `depth` steps. Breadth first; each caller once. */
export async function findCallers(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]> {
  return walk(name, depth, async (symbol) => {
    const hits = (await findReferences(context, symbol)).filter(({ kind }) => kind === 'call');
    return hits
      .filter((hit) => hit.symbol !== '')
      .map((hit) => ({
        next: hit.symbol,
        edge: {
          caller: { symbol: hit.symbol, path: hit.path, line: hit.line },
          callee: { symbol, path: hit.target?.path ?? null, line: hit.target?.startLine ?? null },
          by: hit.by,
        },
      }));
  });
}

/** What the name's definitions call, and what those call, up to `depth` steps. Only calls whose target is in the view. */
export async function findCallees(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]> {
  return walk(name, depth, async (symbol) => {
    const definitions = await findSymbols(context, symbol);
    const out: { next: string; edge: Omit<CallEdge, 'depth'> }[] = [];
    for (const definition of definitions) {
      for (const { row, call, file, imports } of await callsIn(context, definition)) {
        const resolved = resolveReference(call, siteOf(row, file.path, imports), await findSymbols(context, call.name));
        if (resolved === null) continue;
        const line = linesWith(row, call.name, true)[0]?.line ?? row.startLine;
        out.push({
          next: call.name,
          edge: {
            caller: { symbol: definition.name, path: file.path, line },
            callee: { symbol: call.name, path: resolved.target.path, line: resolved.target.startLine },
            by: resolved.by,
          },
        });
      }
    }
    return out;
  });
}

async function walk(
  start: string,
  depth: number,
  step: (symbol: string) => Promise<{ next: string; edge: Omit<CallEdge, 'depth'> }[]>,
): Promise<CallEdge[]> {
  const edges: CallEdge[] = [];
  const seen = new Set([start]);
  let frontier = [start];
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: string[] = [];
    for (const symbol of frontier) {
      for (const found of await step(symbol)) {
        edges.push({ depth: level, ...found.edge });
        if (!seen.has(found.next)) {
          seen.add(found.next);
          next.push(found.next);
        }
      }
    }
    frontier = next;
  }
  return edges;
}

/** The calls inside a definition's lines: its chunk, its parts and its members. */
async function callsIn(
  { store, view }: SymbolContext,
  definition: SymbolHit,
): Promise<{ row: Row; call: Reference; file: ViewedFile; imports: ReadonlyMap<BlobKey, Reference[]> }[]> {
  const file = view.files.find(({ path }) => path === definition.path);
  if (file === undefined) return [];
  const key = blobKeyOf(file);
  const rows: Row[] = [
    ...(await store.rows({ blobs: [key] }, COLUMNS)),
    ...view.overlay.filter((row) => blobKeyOf({ blob: row.blobSha, language: row.language }) === key),
  ];
  const imports = new Map([
    [key, rows.flatMap(({ references }) => references.filter(({ kind }) => kind === 'import'))],
  ]);
  const inside = rows.filter(
    ({ startLine, endLine }) => startLine <= definition.endLine && endLine >= definition.startLine,
  );
  inside.sort((a, b) => a.startLine - b.startLine);
  const calls = new Map<
    string,
    { row: Row; call: Reference; file: ViewedFile; imports: ReadonlyMap<BlobKey, Reference[]> }
  >();
  for (const row of inside) {
    for (const call of row.references.filter(({ kind }) => kind === 'call')) {
      const lines = linesWith(row, call.name, true);
      if (lines.some(({ line }) => line >= definition.startLine && line <= definition.endLine))
        calls.set(`${call.name}\0${call.from ?? ''}`, { row, call, file, imports });
    }
  }
  return [...calls.values()];
}
