/** What a client may attach to a chat by itself: a map of the repository, and its files. */

import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { CoraError, isCoraError } from '../base/errors.ts';
import { repositoryMap } from '../search/repositoryMap.ts';
import { readLines } from '../view/readLines.ts';
import { staleLines } from './describeFreshness.ts';
import type { Place } from './places.ts';

/** Tokens of the map: what a system prompt can afford. */
const MAP_BUDGET = 3000;
/** Tokens of a file: as much as is shown of one at all. */
const FILE_BUDGET = 100_000;

type PlaceOf = (repository: string | undefined) => Promise<Place>;

export function registerResources(server: McpServer, place: PlaceOf): void {
  server.registerResource(
    'map',
    'cora://map',
    {
      title: 'Map of the repository',
      description: 'Folders, and the files that the rest of the code refers to most, with what they define.',
      mimeType: 'text/markdown',
    },
    (uri) => contentsOf(uri, 'text/markdown', async () => mapOf(await place(undefined))),
  );
  server.registerResource(
    'map-of',
    new ResourceTemplate('cora://map{?repository}', { list: undefined }),
    { title: 'Map of one of several repositories', mimeType: 'text/markdown' },
    (uri) => contentsOf(uri, 'text/markdown', async () => mapOf(await place(repositoryIn(uri)))),
  );
  server.registerResource(
    'file',
    new ResourceTemplate('cora://file/{+path}', { list: undefined }),
    { title: 'File of the repository', description: 'A file as it is now on disk.', mimeType: 'text/plain' },
    (uri, { path }) =>
      contentsOf(uri, 'text/plain', async () => {
        const { options, surroundings } = await place(repositoryIn(uri));
        const wanted = decoded(String(path).split('?', 1)[0]!);
        return (await readLines(options, surroundings, { path: wanted, budget: FILE_BUDGET })).text;
      }),
  );
}

/** `cora://map?repository=name`, where several are served */
function repositoryIn(uri: URL): string | undefined {
  return uri.searchParams.get('repository') ?? undefined;
}

/** @throws CoraError BAD_PATH for what an address cannot hold: `%zz`, `%ff` */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new CoraError('BAD_PATH', `${JSON.stringify(path)} is no path: a "%" in it begins no character.`, { cause });
  }
}

async function mapOf({ session, name }: Place): Promise<string> {
  const searcher = await session.now();
  try {
    const known = await searcher.symbols();
    const map = await repositoryMap(known, { name, budget: MAP_BUDGET });
    return [map, ...staleLines(known.view.freshness).map((line) => `\n${line}\n`)].join('');
  } finally {
    searcher.close();
  }
}

async function contentsOf(uri: URL, mimeType: string, read: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await read() }] };
  } catch (error) {
    if (!isCoraError(error)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
}
