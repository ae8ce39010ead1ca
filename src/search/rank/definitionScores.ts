/** The symbols retriever: which chunks define what the query names, and how well the definition fits. */

import type { ChunkRow, Definition } from '../../base/types.ts';
import { DEFINES, joinedName, splitIdentifier } from '../../base/words.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import type { AskedName, TypeWord } from '../question/askedNames.ts';

type Row = Pick<ChunkRow, 'chunkId' | 'blobSha' | 'language' | 'searchText'>;

/** What a chunk defines of what was asked for; each ≥ 0. */
export interface DefinitionScore {
  /** 1 a type, 0.8 a function, 0.6 anything else; half of it in another spelling or scope, twice where only this name is asked for. */
  symbol: number;
  /** ln(1 + lines) / 6 of the longest such definition, where nothing else is asked for: a body says more than a declaration. */
  symbolSize: number;
  /** 1 a type that a capitalised word of a sentence names, 0.7 if that is the first word. */
  typeName: number;
}

export const NO_DEFINITION: DefinitionScore = { symbol: 0, symbolSize: 0, typeName: 0 };

export interface WantedDefinitions {
  names: readonly AskedName[];
  types: readonly TypeWord[];
}

const TYPES: ReadonlySet<ChunkRow['kind']> = new Set(['class', 'interface', 'type', 'enum', 'module']);
const KIND_SCORE: Partial<Record<ChunkRow['kind'], number>> = { function: 0.8, method: 0.8 };
const OTHER_KIND = 0.6;
/** Headings and keys: how long what follows them is says nothing. */
const PROSE: ReadonlySet<ChunkRow['kind']> = new Set(['section', 'object', 'text']);
const OTHER_SPELLING = 0.5;

/** `def:` tokens of all that is wanted. */
export function definitionTokens({ names, types }: WantedDefinitions): string[] {
  return [...new Set([...names, ...types].map(({ name }) => DEFINES + name))];
}

/** @param pathsOf a row's paths in the view: folders and files are scopes too */
export async function definitionScores(
  store: ChunkStore,
  rows: ReadonlyMap<string, Row>,
  wanted: WantedDefinitions,
  overlay: readonly ChunkRow[],
  pathsOf: (row: Row) => readonly string[],
): Promise<ReadonlyMap<string, DefinitionScore>> {
  const scores = new Map<string, DefinitionScore>();
  const tokens = definitionTokens(wanted).map((token) => ` ${token} `);
  if (tokens.length === 0) return scores;
  const defining = [...rows.values()].filter(({ searchText }) =>
    tokens.some((token) => `${searchText} `.includes(token)),
  );
  const fresh = new Map(overlay.map((row) => [row.chunkId, row]));
  const stored = defining.filter(({ chunkId }) => !fresh.has(chunkId)).map(({ chunkId }) => chunkId);
  const columns = ['chunkId', 'defines', 'scope', 'part'] as const;
  const found = stored.length === 0 ? [] : await store.rows({ chunkIds: stored }, columns);
  for (const row of [...found, ...defining.flatMap(({ chunkId }) => fresh.get(chunkId) ?? [])]) {
    if (row.part > 1) continue;
    const paths = pathsOf(rows.get(row.chunkId)!);
    scores.set(row.chunkId, scoreOf(row, wanted, paths));
  }
  return scores;
}

function scoreOf(
  { defines, scope }: Pick<ChunkRow, 'defines' | 'scope'>,
  { names, types }: WantedDefinitions,
  paths: readonly string[],
): DefinitionScore {
  const score = { ...NO_DEFINITION };
  for (const definition of defines) {
    const joined = joinedName(definition.name);
    for (const asked of names) {
      if (asked.name !== joined) continue;
      const inScope = asked.scope.length === 0 || isInside(asked.scope, definition, defines, scope, paths);
      const fit = spellingFit(asked.written, definition.name) * (inScope ? asked.weight : asked.elsewhere);
      const size = Math.log(1 + definition.endLine - definition.startLine + 1) / 6;
      score.symbol = Math.max(score.symbol, fit * kindScore(definition.kind));
      if (asked.alone && !PROSE.has(definition.kind)) score.symbolSize = Math.max(score.symbolSize, fit * size);
    }
    if (!TYPES.has(definition.kind)) continue;
    for (const { written, weight } of types) {
      if (written === definition.name) score.typeName = Math.max(score.typeName, weight);
    }
  }
  return score;
}

function kindScore(kind: ChunkRow['kind']): number {
  return TYPES.has(kind) ? 1 : (KIND_SCORE[kind] ?? OTHER_KIND);
}

/** `FromRequest` is not `from_request`; who types a plain `router` means either. */
function spellingFit(written: string, name: string): number {
  const plain = written === written.toLowerCase() && splitIdentifier(written).length === 1;
  return plain || written === name ? 1 : OTHER_SPELLING;
}

/** Whether the innermost qualifier is what encloses the definition: the definition around it, or, at the top, a folder or its file. */
function isInside(
  wanted: readonly string[],
  { startLine, endLine }: Definition,
  defines: readonly Definition[],
  scope: readonly string[],
  paths: readonly string[],
): boolean {
  const innermost = wanted.at(-1)!;
  const lines = endLine - startLine;
  const around = defines
    .filter(
      (other) => other.startLine <= startLine && other.endLine >= endLine && other.endLine - other.startLine > lines,
    )
    .sort((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  const encloser = [...scope, ...around.map(({ name }) => name)].at(-1);
  if (encloser !== undefined) return joinedName(encloser.split(/::|\./).at(-1)!) === innermost;
  return paths.some((path) => path.split('/').some((part) => joinedName(part.split('.')[0]!) === innermost));
}
