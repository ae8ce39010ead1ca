/** The query as it is searched: read, and where it names what the view does not know, with what was probably meant. */

import { rowKeyOf } from '../../base/identity.ts';
import type { Assumed } from '../../base/searchTypes.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import type { CallerView } from '../../view/callerView.ts';
import { idf } from '../rank/scoreWords.ts';
import { type Query, readQuery } from '../readQuery.ts';
import { type Assumption, assume, assumedText, unknownIn } from './assumeNames.ts';
import { createNameList, type NameList } from './nameList.ts';

export interface AskedQuery {
  query: Query;
  /** As it is embedded. */
  text: string;
  assumed: Assumed[];
}

export async function askedQuery(store: Promise<ChunkStore>, view: CallerView, text: string): Promise<AskedQuery> {
  const idfOf = (term: string): number => idf(view.statistics, term);
  const unknown = unknownIn(text, view.statistics, () => view.files.map(({ path }) => path));
  const assumptions = unknown.length === 0 ? [] : assume(unknown, await namesOf(await store, view));
  if (assumptions.length === 0) return { query: readQuery(text, idfOf), text, assumed: [] };
  const meant = assumedText(text, assumptions);
  return {
    query: withOthers(readQuery(meant, idfOf), assumptions),
    text: meant,
    assumed: assumptions.map(({ asked, matches }) => ({ asked, meant: matches.map(({ spelling }) => spelling) })),
  };
}

/** The likeliest match stands in the text; the others count less. */
function withOthers(query: Query, assumptions: readonly Assumption[]): Query {
  const others = assumptions.flatMap(({ matches: [first, ...rest] }) => {
    const read = query.names.find(({ name }) => name === first!.name);
    if (read === undefined) return [];
    return rest.map(({ name, spelling, weight }) => ({
      ...read,
      name,
      written: spelling,
      weight: read.weight * weight,
      elsewhere: read.elsewhere * weight,
    }));
  });
  return { ...query, names: [...query.names, ...others] };
}

/** One reading of all definitions, and only where a query needs it; a view does not change. What failed is tried again. */
export function namesOf(store: ChunkStore, view: CallerView): Promise<NameList> {
  const known = cache.get(view);
  if (known !== undefined) return known;
  const reading = readNames(store, view);
  cache.set(view, reading);
  reading.catch(() => cache.delete(view));
  return reading;
}

const cache = new WeakMap<CallerView, Promise<NameList>>();

async function readNames(store: ChunkStore, { byBlob, overlay }: CallerView): Promise<NameList> {
  const definitions = overlay.flatMap(({ defines }) => defines);
  for await (const rows of store.scan(['blobSha', 'language', 'defines'])) {
    for (const row of rows) {
      if (row.defines.length > 0 && byBlob.has(rowKeyOf(row))) definitions.push(...row.defines);
    }
  }
  return createNameList(definitions);
}
