/** Tests of some hits by the names of their files: where to look for references, and what to show where none resolves. */

import { groupBy } from '../groupBy.ts';
import { blobKeyOf, rowKeyOf } from '../identity.ts';
import { fileNameOf } from '../pathParts.ts';
import type { Seed } from '../query/expand.ts';
import type { SearchedFile } from '../query/retrieve.ts';
import { testsByName } from '../query/testsByName.ts';
import type { SymbolContext } from '../symbols/rowsOfName.ts';
import type { ChunkKind, ChunkRow } from '../types.ts';
import type { RelatedPlace } from './listRelated.ts';

/** Tests of one file. */
const MOST_OF_A_FILE = 2;

export interface NamedTest {
  file: SearchedFile;
  /** The hit whose file it is named after. */
  of: Seed;
}

/** @returns those of better hits first, each once; files of hits are not among them */
export function namedTests(seeds: readonly Seed[], files: readonly SearchedFile[]): NamedTest[] {
  const found = testsByName(
    seeds.map(({ path, row }) => ({ path, language: row.language })),
    files,
  );
  const taken = new Set(seeds.map(({ path }) => path));
  return seeds.flatMap((of, at) =>
    found[at]!.slice(0, MOST_OF_A_FILE).flatMap((file) => {
      if (taken.has(file.path)) return [];
      taken.add(file.path);
      return [{ file, of }];
    }),
  );
}

const COLUMNS = [
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'startLine',
  'endLine',
  'defines',
  'references',
  'text',
] as const;
type Row = Pick<ChunkRow, (typeof COLUMNS)[number]>;

/**
 * @param resolved places that refer to a hit, best first; those that are no tests are left out
 * @returns tests that refer to a hit first, of these the ones that are named after it; then those for which their name alone speaks
 */
export async function pairTests(
  context: SymbolContext,
  resolved: readonly RelatedPlace[],
  named: readonly NamedTest[],
): Promise<RelatedPlace[]> {
  const order = new Map(named.map(({ file }, at) => [file.path, at]));
  const orderOf = ({ place }: RelatedPlace): number => order.get(place.path) ?? named.length;
  const tests = resolved.filter(({ isTest }) => isTest).sort((a, b) => orderOf(a) - orderOf(b));
  const known = new Set(tests.map(({ place }) => place.path));
  return [
    ...tests,
    ...(await placesByName(
      context,
      named.filter(({ file }) => !known.has(file.path)),
    )),
  ];
}

async function placesByName({ store, view }: SymbolContext, tests: readonly NamedTest[]): Promise<RelatedPlace[]> {
  const keys = new Set(tests.map(({ file }) => blobKeyOf(file)));
  const fresh: Row[] = view.overlay.filter((row) => keys.has(rowKeyOf(row)));
  for (const row of fresh) keys.delete(rowKeyOf(row));
  const rows: Row[] = keys.size === 0 ? fresh : [...fresh, ...(await store.rows({ blobs: [...keys] }, COLUMNS))];
  const byBlob = groupBy(
    rows.sort((a, b) => a.startLine - b.startLine),
    rowKeyOf,
  );
  return tests.flatMap(({ file, of }) => {
    const row = testIn(byBlob.get(blobKeyOf(file)) ?? [], of);
    if (row === undefined) return [];
    const { symbol, scope, language } = row;
    const lines = row.defines.find(({ name }) => name === symbol) ?? titled(row);
    const { kind, startLine, endLine } = lines;
    const place = { path: file.path, status: file.status, language, kind, symbol, scope, startLine, endLine };
    return [{ place, reason: `named as the test of ${fileNameOf(of.path)}`, score: 1, isTest: true }];
  });
}

/** A block of a test begins where its title stands: imports may stand above it. */
function titled({ kind, symbol, startLine, endLine, text }: Row): {
  kind: ChunkKind;
  startLine: number;
  endLine: number;
} {
  const at = text.split('\n').findIndex((line) => line.includes(symbol));
  return { kind, startLine: startLine + Math.max(0, at), endLine };
}

/** The first that mentions a name of the hit, else the first that has a name itself. */
function testIn(rows: readonly Row[], { row: { defines } }: Seed): Row | undefined {
  const names = new Set(defines.map(({ name }) => name));
  const named = rows.filter(({ symbol }) => symbol !== '');
  const mentioning = named.find(({ references }) =>
    references.some(({ kind, name }) => kind !== 'import' && names.has(name)),
  );
  return mentioning ?? named.find(({ kind }) => TESTS.has(kind)) ?? named[0] ?? rows[0];
}

const TESTS: ReadonlySet<string> = new Set(['function', 'method', 'class']);
