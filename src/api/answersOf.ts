/** The questions that every opened index answers, of one repository or without any. */

import { findReferences, findSymbols } from '../graph/symbols.ts';
import { searchRequestOf } from '../search/searchRequest.ts';
import type { Searcher } from '../session/session.ts';
import type { Options } from '../settings/options.ts';
import { parseValue } from '../settings/parseValue.ts';
import type { OpenIndex, QueryRequest } from './apiTypes.ts';
import { systemError } from './systemError.ts';

/** @param open what answers now; closed after each answer */
export function answersOf(
  options: Options,
  open: (signal?: AbortSignal) => Promise<Searcher>,
): Omit<OpenIndex, 'close'> {
  const ask = async <T>(use: (searcher: Searcher) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const searcher = await open(signal);
    try {
      return await use(searcher);
    } finally {
      searcher.close();
    }
  };
  return {
    query: async (text, { signal, ...request } = {}) => {
      const asked = { ...searchRequestOf(text, options, [], request.limit), ...checked(request) };
      return systemError(ask((searcher) => searcher.search(asked, signal), signal));
    },
    definitions: (name) => systemError(ask(async (searcher) => findSymbols(await searcher.symbols(), name))),
    references: (name) => systemError(ask(async (searcher) => findReferences(await searcher.symbols(), name))),
  };
}

/** What has limits of its own on the command line has them here. */
const LIMITED = ['limit', 'budget', 'mode', 'lines', 'context', 'diversity', 'related'] as const;

/** Without what is undefined. @throws CoraError CONFIG */
function checked(request: Omit<QueryRequest, 'signal'>): typeof request {
  for (const name of LIMITED) {
    const value = request[name];
    if (value !== undefined && value !== null) parseValue(name, value, `"${name}" of a query`);
  }
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}
