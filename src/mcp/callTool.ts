/**
 * Runs the tools and reads the resources. Loaded with the first of them: what a client is told
 * before needs none of it.
 */

import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { withOpened } from '../base/concurrency.ts';
import { type CoraError, whenRefused } from '../base/errors.ts';
import { repositoryMap } from '../search/repositoryMap.ts';
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

// The resource, which a client may attach to a chat by itself: a map of the repository.

/** The most tokens of the map: what a system prompt can afford. */
const MAP_BUDGET = 3000;

/** @param uri `cora://map?repository=name`, where several are served */
export type PlaceAt = (uri: URL) => Promise<Place>;

export async function readMap(uri: URL, placeAt: PlaceAt) {
  const refuse = ({ message }: CoraError): never => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, withinLine(message));
  };
  const text = await placeAt(uri).then(mapOf).catch(whenRefused(refuse));
  return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
}

function mapOf({ session, name }: Place): Promise<string> {
  return withOpened(session.now(), (searcher) =>
    searcher.withSymbols(async (known) => {
      const map = await repositoryMap(known, { name, budget: MAP_BUDGET });
      return [map, ...staleLines(known.view.freshness).map((line) => `\n${line}\n`)].join('');
    }),
  );
}
