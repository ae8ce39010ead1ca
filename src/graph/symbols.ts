/** Definitions and references of a name in the caller's view. Call chains are findCalls.ts. */

import { namePartsOf } from '../base/words.ts';
import { definitionKey, findDefinitions, findMentions, type LinkedMention } from './definitionsAndMentions.ts';
import { spansOf } from './lineSpans.ts';
import type { SymbolContext } from './readFiles.ts';
import type { ReferenceHit, SymbolHit } from './referenceModel.ts';

export type { ReferenceHit, SymbolHit } from './referenceModel.ts';

/**
 * @param name `Outer.inner` asks for an inner of Outer; letters match in either case if nothing
 * matches exactly
 * @returns by path, then line
 */
export async function findSymbols(context: SymbolContext, name: string): Promise<SymbolHit[]> {
  const { outer, last } = partsOf(name);
  const hits = await findDefinitions(context, [last]);
  const exact = hits.filter((hit) => hit.name === last);
  const found = (exact.length > 0 ? exact : hits).filter(({ scope }) => isWithin(scope, outer));
  return [...new Map(found.map((hit) => [definitionKey(hit), hit])).values()];
}

/**
 * @param name as of findSymbols; of `Outer.inner` the mentions that mean another inner are left out
 * @returns mentions by path, then line; a mention whose meaning could be told carries its target
 */
export async function findReferences(context: SymbolContext, name: string): Promise<ReferenceHit[]> {
  const { outer, last } = partsOf(name);
  const symbols = await findSymbols(context, name);
  const names = new Set([last, ...symbols.map((symbol) => symbol.name)]);
  const places = new Set(symbols.map(definitionKey));
  const mentions = (await findMentions(context, names)).filter(
    ({ target, elsewhere }) => outer.length === 0 || (target === null ? !elsewhere : places.has(definitionKey(target))),
  );
  const hits = mentions.map(referenceHit);
  return [...new Map(hits.map((hit) => [keyOf(hit), hit])).values()];
}

/**
 * Two mentions on one line are one, unless they mean two definitions:
 * `App::new().wrap(Logger::new())`.
 */
function keyOf({ path, line, kind, name, target }: ReferenceHit): string {
  return [path, line, kind, name, target === null ? '' : definitionKey(target)].join('\0');
}

function referenceHit({ reference, path, language, line, around, file, target, by }: LinkedMention): ReferenceHit {
  const { name, kind } = reference;
  const { name: symbol, scope } = holderOf({ around, file, line });
  const preview = (file.lines[line - 1] ?? '').trim();
  return { name, kind, path, line, symbol, scope: [...scope], language, preview, target, by };
}

interface NamedHolder {
  name: string;
  scope: readonly string[];
}

/** The innermost definition; a heading or the title of a test where no definition is around. */
export function holderOf({ around, file, line }: Pick<LinkedMention, 'around' | 'file' | 'line'>): NamedHolder {
  const inner = around.at(-1);
  if (inner !== undefined) return inner;
  const row = spansOf(file.rows).first(line);
  const isContainer = row !== undefined && !row.defines.some(({ name }) => name === row.symbol);
  return isContainer ? { name: row.symbol, scope: row.scope } : { name: '', scope: [] };
}

function partsOf(name: string): { outer: string[]; last: string } {
  const outer = namePartsOf(name);
  return { outer, last: outer.pop() ?? name };
}

/**
 * The outer names stand in the scope in their order: `Server.start` also finds `net.Server.start`.
 */
function isWithin(scope: readonly string[], outer: readonly string[]): boolean {
  let at = 0;
  for (const name of scope) if (name === outer[at]) at++;
  return at === outer.length;
}
