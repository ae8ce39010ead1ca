/**
 * /files, /symbols, /map and /graph: what is indexed, lines of a file, where names are defined,
 * what to read first, what stands around a chunk.
 */

import { listOf, snakeKeys } from '../../base/lists.ts';
import { changedFilesSince } from '../../git/listCatalogue.ts';
import { neighbourhood } from '../../graph/related.ts';
import { findSymbols } from '../../graph/symbols.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { fileOutline, indexedFiles } from '../../search/indexedFiles.ts';
import { mapOf } from '../../search/repositoryMap.ts';
import { fileChunks, readLines } from '../../view/readLines.ts';
import { openWorkspaceFor } from '../../view/workspace.ts';
import { type AddRoutes, repositoryRoutes } from '../apiServices.ts';
import * as schemas from '../schemas/files.ts';
import { jsonRoutesOf } from '../schemas/openApi.ts';

/** The number of files on one page, if the request does not say. */
const PAGE = 500;
/** The most estimated tokens of a file that are shown: about a megabyte. */
const LARGEST = 250_000;
/** The most definitions that are listed: a name that everybody uses has as many. */
const MOST_SYMBOLS = 1000;
/** The number of folders, files, and definitions in each, if the request does not say. */
const MAPPED = 12;
/** The most neighbours, as many as can be drawn beside each other. */
const NODES = 20;

export const addFiles: AddRoutes = (app, services) => {
  const { ofView, ofFiles } = repositoryRoutes(jsonRoutesOf(app, 'files'), services);

  ofView(
    '/files',
    'The indexed files, uncommitted ones too',
    { query: schemas.filesQuery, answer: schemas.fileList, says: 'By path.' },
    async (context, { path, language, limit = PAGE, offset = 0 }) => {
      const wanted = { paths: listOf(path), languages: listOf(language), offset, limit };
      return { offset, ...(await indexedFiles(context, wanted)) };
    },
  );

  ofFiles(
    '/files/content',
    'Lines of a file, as it is now',
    { query: schemas.fileContentQuery, answer: schemas.fileContent, says: 'Verbatim but for secrets.' },
    async ({ settings, surroundings }, { file_path, start_line: startLine, end_line: endLine, revision }, signal) => {
      const asked = { path: file_path, budget: LARGEST, signal, startLine, endLine, revision };
      const { repository: _, path: __, ...lines } = await readLines(settings, surroundings, asked);
      return { file_path, ...snakeKeys(lines) };
    },
  );

  ofFiles(
    '/files/chunks',
    'The chunks that an index makes of a file',
    { query: schemas.fileChunksQuery, answer: schemas.chunksOfFile, says: 'By line.' },
    async ({ settings, surroundings }, { file_path, revision }, signal) => {
      const asked = { path: file_path, signal, revision };
      const { path: _, chunks, ...found } = await fileChunks(settings, surroundings, asked);
      return { file_path, ...found, chunks: chunks.map(snakeKeys) };
    },
  );

  ofFiles(
    '/files/changes',
    'The files that changed since a commit',
    { query: schemas.changesQuery, answer: schemas.changedFiles, says: 'By path.' },
    async (place, { since, revision = null }, signal) => {
      const { repository, location, settings } = await openWorkspaceFor(place.settings, place.surroundings);
      const where = { except: location.root, signal };
      const { files, ...found } = await changedFilesSince(repository, since, revision, settings, where);
      const shown = files.map(({ path, change, status, language, indexed, reason }) => {
        return { path, change, status, language, indexed, reason };
      });
      return { ...found, files: shown };
    },
  );

  ofView(
    '/symbols',
    'Where a name is defined, or the outline of a file',
    { query: schemas.symbolsQuery, answer: schemas.symbolList, says: 'By path and line.' },
    async (context, { name, file_path }) => {
      const found = name === undefined ? await fileOutline(context, file_path!) : await findSymbols(context, name);
      const near = name === undefined || found.length > 0 ? [] : await nearNames(context, name);
      return { near, symbols: found.slice(0, MOST_SYMBOLS).map(snakeKeys) };
    },
  );

  ofView(
    '/map',
    'The largest folders, and the files that others refer to most',
    {
      query: schemas.mapQuery,
      answer: schemas.repositoryMapBody,
      says: 'For one who sees the repository for the first time.',
    },
    async (context, { limit = MAPPED }) => {
      const { central, ...folders } = await mapOf(context, limit);
      const files = central.map(({ path, mentions, defines }) => {
        return { path, mentions, defines: defines.slice(0, limit).map(snakeKeys) };
      });
      return { ...folders, central: files };
    },
  );

  ofView(
    '/graph',
    'The neighbourhood of a chunk: what it uses and what uses it',
    { query: schemas.graphQuery, answer: schemas.graph, says: 'The centre first, then its neighbours, nearest first.' },
    (context, { chunk_id, file_path, line, limit = NODES }) => {
      const place = chunk_id === undefined ? { path: file_path!, line: line ?? null } : { chunkId: chunk_id };
      return neighbourhood(context, place, limit);
    },
  );
};
