/** cora symbols, cora refs */

import {
  type CallEdge,
  EXIT,
  findCallees,
  findCallers,
  findReferences,
  findSymbols,
  matcherOf,
  openSearcher,
  type ReferenceHit,
  type SymbolHit,
} from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { renderCalls, renderReferences, renderSymbols } from '../renderSymbols.ts';

export async function runSymbols(context: CommandContext): Promise<number> {
  const { options, words, stdout, surroundings } = context;
  const searcher = await openSearcher(options, surroundings);
  try {
    const wanted = matcherOf(options);
    const hits = (await findSymbols(await searcher.symbols(), words[0]!)).filter((hit) => wanted(hit));
    return show<SymbolHit>(context, hits, 'symbols', (shown) => stdout.write(renderSymbols(shown)));
  } finally {
    searcher.close();
  }
}

export async function runRefs(context: CommandContext): Promise<number> {
  const { options, words, stdout, surroundings } = context;
  const searcher = await openSearcher(options, surroundings);
  try {
    const symbols = await searcher.symbols();
    const name = words[0]!;
    if (options.callers === true || options.callees === true) {
      const edges =
        options.callers === true
          ? await findCallers(symbols, name, options.depth!)
          : await findCallees(symbols, name, options.depth!);
      return show<CallEdge>(context, edges, 'calls', (shown) => stdout.write(renderCalls(shown)));
    }
    const wanted = matcherOf(options);
    const hits = (await findReferences(symbols, name)).filter((hit) => wanted(hit));
    return show<ReferenceHit>(context, hits, 'references', (shown) => stdout.write(renderReferences(shown)));
  } finally {
    searcher.close();
  }
}

/** A list has no ten best: all are shown unless a limit was asked for on the command line. */
function show<T>(
  { options, stdout, surroundings, words }: CommandContext,
  all: readonly T[],
  key: string,
  print: (shown: readonly T[]) => void,
): number {
  const limit = Math.max(options.limit ?? 0, DEFAULT_LIST);
  const shown = all.slice(0, limit);
  if (options.json === true) printJson(stdout, { [key]: shown, truncated: all.length > shown.length });
  else print(shown);
  if (all.length > shown.length) surroundings.log.info(`${all.length - shown.length} more: -k ${all.length}`);
  if (all.length === 0) surroundings.log.info(`Nothing in the index is called ${words[0]}.`);
  return all.length === 0 ? EXIT.finding : EXIT.ok;
}

const DEFAULT_LIST = 100;
