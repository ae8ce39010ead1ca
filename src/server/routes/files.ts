/**
 * /files, /symbols, /map and /graph: what is indexed, lines of a file, where names are defined,
 * what to read first, what stands around a chunk.
 */

import { listOf } from '../../base/lists.ts';
import { changedFilesSince } from '../../git/listCatalogue.ts';
import type { SymbolHit } from '../../graph/referenceModel.ts';
import { neighbourhood } from '../../graph/related.ts';
import { findSymbols } from '../../graph/symbols.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { fileOutline, indexedFiles } from '../../search/indexedFiles.ts';
import { mapOf } from '../../search/repositoryMap.ts';
import { type FileChunk, fileChunks, readLines } from '../../view/readLines.ts';
import { openWorkspaceFor } from '../../view/workspace.ts';
import { type AddRoutes, inFiles, ofView } from '../apiServices.ts';
import * as schemas from '../schemas/files.ts';
import { answers, routesOf } from '../schemas/openApi.ts';

const route = routesOf('files');
const list = route('get', '/files', 'The indexed files, uncommitted ones too', {
  request: { query: schemas.filesQuery },
  responses: answers(schemas.fileList, 'By path.'),
});
const content = route('get', '/files/content', 'Lines of a file, as it is now', {
  request: { query: schemas.fileContentQuery },
  responses: answers(schemas.fileContent, 'Verbatim but for secrets.'),
});
const chunks = route('get', '/files/chunks', 'The chunks that an index makes of a file', {
  request: { query: schemas.fileChunksQuery },
  responses: answers(schemas.chunksOfFile, 'By line.'),
});
const changes = route('get', '/files/changes', 'The files that changed since a commit', {
  request: { query: schemas.changesQuery },
  responses: answers(schemas.changedFiles, 'By path.'),
});
const symbols = route('get', '/symbols', 'Where a name is defined, or the outline of a file', {
  request: { query: schemas.symbolsQuery },
  responses: answers(schemas.symbolList, 'By path and line.'),
});

/** The number of files of one page, where nobody says how many. */
const PAGE = 500;
/** The most estimated tokens of a file that are shown: about a megabyte. */
const LARGEST = 250_000;
/** The most definitions that are listed: a name that everybody uses has as many. */
const MOST_SYMBOLS = 1000;

export const addFiles: AddRoutes = (app, services) => {
  app.openapi(list, async (c) => {
    const { repo_id, path, language, limit = PAGE, offset = 0 } = c.req.valid('query');
    const wanted = { paths: listOf(path), languages: listOf(language), offset, limit };
    const answer = await ofView(services, repo_id, c.get('life').signal, async (context) => ({
      offset,
      ...(await indexedFiles(context, wanted)),
    }));
    return c.json(answer, 200);
  });

  app.openapi(content, async (c) => {
    const { repo_id, file_path: path, start_line: startLine, end_line: endLine, revision } = c.req.valid('query');
    const { signal } = c.get('life');
    const answer = await inFiles(services, repo_id, signal, async ({ settings, surroundings }) => {
      const { language, status, commit, truncated, text, ...lines } = await readLines(settings, surroundings, {
        path,
        budget: LARGEST,
        signal,
        startLine,
        endLine,
        revision,
      });
      const shown = { start_line: lines.startLine, end_line: lines.endLine, file_lines: lines.fileLines };
      return { file_path: path, language, status, commit, ...shown, truncated, text };
    });
    return c.json(answer, 200);
  });

  app.openapi(chunks, async (c) => {
    const { repo_id, file_path: path, revision } = c.req.valid('query');
    const { signal } = c.get('life');
    const answer = await inFiles(services, repo_id, signal, async ({ settings, surroundings }) => {
      const asked = await fileChunks(settings, surroundings, { path, signal, revision });
      const { language, status, commit, note, chunks: found } = asked;
      return { file_path: path, language, status, commit, note, chunks: found.map(chunkBody) };
    });
    return c.json(answer, 200);
  });

  app.openapi(changes, async (c) => {
    const { repo_id, since, revision = null } = c.req.valid('query');
    const { signal } = c.get('life');
    const answer = await inFiles(services, repo_id, signal, async ({ settings, surroundings }) => {
      const { repository, location, settings: viewed } = await openWorkspaceFor(settings, surroundings);
      const where = { except: location.root, signal };
      const { files, ...found } = await changedFilesSince(repository, since, revision, viewed, where);
      const shown = files.map(({ path, change, status, language, indexed, reason }) => {
        return { path, change, status, language, indexed, reason };
      });
      return { ...found, files: shown };
    });
    return c.json(answer, 200);
  });

  app.openapi(symbols, async (c) => {
    const { repo_id, name, file_path } = c.req.valid('query');
    const answer = await ofView(services, repo_id, c.get('life').signal, async (context) => {
      const found = name === undefined ? await fileOutline(context, file_path!) : await findSymbols(context, name);
      const near = name === undefined || found.length > 0 ? [] : await nearNames(context, name);
      return { near, symbols: found.slice(0, MOST_SYMBOLS).map(symbolBody) };
    });
    return c.json(answer, 200);
  });
};

function chunkBody({ chunkId, startLine, endLine, nodeType, contentHash, ...chunk }: FileChunk) {
  const place = { chunk_id: chunkId, start_line: startLine, end_line: endLine };
  return { ...place, ...chunk, node_type: nodeType, content_hash: contentHash };
}

function symbolBody({ name, kind, scope, signature, path, startLine, endLine, language, status }: SymbolHit) {
  return { name, kind, scope, signature, path, start_line: startLine, end_line: endLine, language, status };
}

const mapRoute = route('get', '/map', 'The largest folders, and the files that others refer to most', {
  request: { query: schemas.mapQuery },
  responses: answers(schemas.repositoryMapBody, 'For one who sees the repository for the first time.'),
});

/** Folders, central files and definitions of each of these, where nobody says how many. */
const MAPPED = 12;

export const addMap: AddRoutes = (app, services) => {
  app.openapi(mapRoute, async (c) => {
    const { repo_id, limit = MAPPED } = c.req.valid('query');
    const answer = await ofView(services, repo_id, c.get('life').signal, async (context) => {
      const { central, ...folders } = await mapOf(context, limit);
      return {
        ...folders,
        central: central.map(({ path, mentions, defines }) => ({
          path,
          mentions,
          defines: defines.slice(0, limit).map(({ name, kind, startLine, endLine }) => {
            return { name, kind, start_line: startLine, end_line: endLine };
          }),
        })),
      };
    });
    return c.json(answer, 200);
  });
};

const graphRoute = route('get', '/graph', 'The neighbourhood of a chunk: what it uses and what uses it', {
  request: { query: schemas.graphQuery },
  responses: answers(schemas.graph, 'The centre first, then its neighbours, nearest first.'),
});

/** The most neighbours, as many as can be drawn beside each other. */
const NODES = 20;

export const addGraph: AddRoutes = (app, services) => {
  app.openapi(graphRoute, async (c) => {
    const { repo_id, chunk_id, file_path, line, limit = NODES } = c.req.valid('query');
    const place = chunk_id === undefined ? { path: file_path!, line: line! } : { chunkId: chunk_id };
    const answer = await ofView(services, repo_id, c.get('life').signal, (context) =>
      neighbourhood(context, place, limit),
    );
    return c.json(answer, 200);
  });
};
