/**
 * Runs the tools and reads the resources. Loaded with the first of them: what a client is told
 * before needs none of it.
 */

import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { withOpened } from '../base/concurrency.ts';
import { CoraError, whenRefused } from '../base/errors.ts';
import { repositoryMap } from '../search/repositoryMap.ts';
import { readLines } from '../view/readLines.ts';
import { errorResult, resultOf, staleLines, type ToolCall, type ToolProgram, withinLine } from './answer.ts';
import type { Place } from './places.ts';
import type { ToolName } from './toolList.ts';
import { grep, read } from './tools/files.ts';
import { searchTool } from './tools/search.ts';
import { indexTool, statusTool } from './tools/status.ts';
import { references, relatedPlaces, symbols } from './tools/symbols.ts';

const PROGRAMS: { readonly [N in ToolName]: ToolProgram<N> } = {
  search: searchTool,
  read,
  grep,
  symbols,
  references,
  related: relatedPlaces,
  status: statusTool,
  index: indexTool,
};

/** @param args as toolList.ts has read them */
export async function callTool(name: ToolName, args: never, call: ToolCall): Promise<CallToolResult> {
  try {
    return resultOf(await PROGRAMS[name].run(args, call), call);
  } catch (error) {
    return errorResult(error);
  }
}

// The texts of resources, which a client may attach to a chat by itself: a map of the repository,
// and its files.

/** The most tokens of the map: what a system prompt can afford. */
const MAP_BUDGET = 3000;
/** The most tokens of a file that are ever shown. */
const FILE_BUDGET = 100_000;

/** @param uri `cora://map?repository=name`, where several are served */
export type PlaceAt = (uri: URL) => Promise<Place>;

export function readMap(uri: URL, placeAt: PlaceAt) {
  return contentsOf(uri, 'text/markdown', async () => mapOf(await placeAt(uri)));
}

/** @param path as the address has it: `src%2Fa.ts` */
export function readFileAt(uri: URL, path: string, placeAt: PlaceAt) {
  return contentsOf(uri, 'text/plain', async () => {
    const { settings, surroundings } = await placeAt(uri);
    const wanted = decoded(path.split('?', 1)[0]!);
    return (await readLines(settings, surroundings, { path: wanted, budget: FILE_BUDGET })).text;
  });
}

/** @throws CoraError BAD_PATH for what an address cannot hold: `%zz`, `%ff` */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    const message = `${JSON.stringify(path)} is not a valid path: a "%" in it does not start an encoded character.`;
    throw new CoraError('BAD_PATH', message, { cause });
  }
}

function mapOf({ session, name }: Place): Promise<string> {
  return withOpened(session.now(), (searcher) =>
    searcher.withSymbols(async (known) => {
      const map = await repositoryMap(known, { name, budget: MAP_BUDGET });
      return [map, ...staleLines(known.view.freshness).map((line) => `\n${line}\n`)].join('');
    }),
  );
}

async function contentsOf(uri: URL, mimeType: string, read: () => Promise<string>) {
  const refuse = ({ message }: CoraError): never => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, withinLine(message));
  };
  return { contents: [{ uri: uri.href, mimeType, text: await read().catch(whenRefused(refuse)) }] };
}
