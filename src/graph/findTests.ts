/** Tests of some hits by the names of their files: where to look for references, and what to show where none resolves. */

import { blobKeyOf } from '../base/identity.ts';
import { fileNameOf } from '../base/pathParts.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { SearchedFile } from '../view/searchedView.ts';
import type { Seed } from './expand.ts';
import type { RelatedPlace } from './listRelated.ts';
import { readFiles, type SourceFile } from './readFiles.ts';
import type { SymbolContext } from './rowsOfName.ts';
import { testBlockAt } from './testBlock.ts';
import { testsByName } from './testsByName.ts';

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

async function placesByName(context: SymbolContext, tests: readonly NamedTest[]): Promise<RelatedPlace[]> {
  if (tests.length === 0) return [];
  const files = await readFiles(context, new Set(tests.map(({ file }) => blobKeyOf(file))));
  return tests.flatMap(({ file, of }) => {
    const read = files.get(blobKeyOf(file));
    if (read === undefined) return [];
    const { path, status, language } = file;
    const place = { path, status, language, ...testIn(read, new Set(of.row.defines.map(({ name }) => name))) };
    return [{ place, reason: `named as the test of ${fileNameOf(of.path)}`, score: 1, isTest: true }];
  });
}

/** The first test that has one of the names in it, else the first one, else the first definition, else the first line. */
function testIn(
  { lines, definitions, rows }: SourceFile,
  names: ReadonlySet<string>,
): Omit<RelatedPlace['place'], 'path' | 'status' | 'language'> {
  const blocks = lines.flatMap((_, at) => {
    const block = testBlockAt(lines, at + 1);
    return block === null ? [] : [{ kind: 'function' as const, symbol: block.title, scope: [], ...block }];
  });
  const named = definitions.map(({ name: symbol, ...definition }) => ({ symbol, ...definition }));
  const tests = [...blocks, ...named.filter(({ kind }) => TESTS.has(kind))];
  const words = (text: string): string[] => text.match(/[\w$]+/g) ?? [];
  const says = ({ startLine, endLine }: LineRange): boolean =>
    lines.slice(startLine - 1, endLine).some((line) => words(line).some((word) => names.has(word)));
  const { kind, symbol, scope, startLine, endLine } = tests.find(says) ??
    tests[0] ??
    named[0] ?? { kind: rows[0]!.kind, symbol: '', scope: [], startLine: 1, endLine: 1 };
  return { kind, symbol, scope, startLine, endLine };
}

const TESTS: ReadonlySet<string> = new Set(['function', 'method', 'class']);
