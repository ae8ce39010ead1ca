/**
 * What comes from outside is bounded before it is parsed: by base/boundedJson.ts, disk/boundedRead.ts, and by readBody of net/retrying.ts.
 * A reader that goes around them stands in this list with its reason, as often as it does.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** What reads, unpacks or parses without a limit of its own. */
const READERS =
  /\bJSON\.parse\(|\.(?:json|text|arrayBuffer|blob|formData|bytes)\(\)|\breadFile(?:Sync)?\((?!repo)|\bcreateReadStream\(|\.createInterface\(|\bcreateInterface\(|\b(?:brotliDecompress|gunzip|inflate|inflateRaw|unzip|zstdDecompress)(?:Sync)?\(|\bcreate(?:Gunzip|Inflate|InflateRaw|Unzip|BrotliDecompress|ZstdDecompress)\b|\bparse(?:Document|AllDocuments|TOML|Tree)\(|\bnew Composer\(|\.getReader\(\)|\bDecompressionStream\b/g;

/** The helpers themselves. */
const HELPERS = /^(?:base\/boundedJson|disk\/boundedRead|share\/artifact\/archive)\.ts$/;

const OWN = 'of this installation';
const MADE = 'written by this very process a moment ago';

const ALLOWED: Readonly<Record<string, [reader: string, why: string][]>> = {
  'action/installBinary.ts': [
    ['JSON.parse(', OWN],
    ['readFile(', OWN],
  ],
  'share/artifact/githubRelease.ts': [['readFile(', MADE]],
  'chunk/grammars.ts': [
    ['brotliDecompressSync(', OWN],
    ['readFileSync(', OWN],
  ],
  'chunk/dataDocuments.ts': [
    ['new Composer(', 'a file of a limited size, whose aliases stay as they are written'],
    ['parseTree(', 'a file of a limited size: test/unit/chunk/pathological.test.ts'],
    ['parseTree(', 'the same'],
    ['parseTOML(', 'the same'],
  ],
  'disk/nodeRuntime.ts': [
    ['readFileSync(', 'of the kernel'],
    ['readFileSync(', 'of the kernel'],
  ],
  'embed/createEmbedder.ts': [['readFileSync(', OWN]],
  'engine/inflate.ts': [
    ['inflateRaw(', 'not more than its caller says, who has held that against a limit'],
    ['inflateRawSync(', 'the same'],
  ],
  'engine/packedRanges.ts': [['inflateRaw(', 'not more than the block says, which is held against a limit']],
  'engine/segmentTexts.ts': [['inflateRaw(', 'not more than the block says, which is held against a limit']],
  'store/sideTable.ts': [['inflateRawSync(', 'not more than the piece says, which is held against a limit']],
  'embed/transformersModel.ts': [['createReadStream(', 'in pieces, of which only a hash is kept']],
  'api.ts': [['readFile(', 'a method of the library, which reads with view/readLines.ts']],
  'cli/commands/query.ts': [['readFile(', 'the batch that the user names; may be a pipe']],
  'server/httpPort.ts': [['.text()', 'after Content-Length was held against the limit']],
  'server/createApp.ts': [['readFileSync(', OWN]],
  'server/servedJobs.ts': [
    ['JSON.parse(', 'what our own child says'],
    ['JSON.parse(', 'what our own child says'],
  ],
  'web/api/client.ts': [
    ['readFile(', 'a route of our own server'],
    ['JSON.parse(', 'in a browser, what our own server says'],
    ['JSON.parse(', 'in a browser, what our own server says'],
  ],
  'web/api/request.ts': [
    ['.json()', 'in a browser, what our own server says'],
    ['.json()', 'in a browser, what our own server says'],
    ['.getReader()', 'in a browser, what our own server says'],
  ],
  'web/file/fileView.tsx': [['readFile(', 'a route of our own server']],
  'disk/processes.ts': [
    ['readFileSync(', 'of the kernel'],
    ['readFileSync(', 'of the kernel'],
    ['readFile(', 'of the kernel'],
  ],
  'fleet/updateClone.ts': [['readFile(', "a clone's configuration, which Cora's git wrote"]],
  'git/safePath.ts': [['readFileSync(', 'after the size of the opened file was held against the limit']],
  'graph/symbols.ts': [['JSON.parse(', 'a text that was just written, to have a copy of it']],
  'freshness/install/planJsonEntry.ts': [
    ['parseTree(', 'after tooMuchJson'],
    ['parseTree(', 'a part of a text that was read so'],
  ],
  'share/writePages.ts': [['readFile(', OWN]],
  'web/static/cachedPages.ts': [['.arrayBuffer()', 'in a browser, what this page kept for itself']],
  'web/static/inflate.ts': [
    ['inflateRaw(', 'the same as engine/inflate.ts, in a browser'],
    ['DecompressionStream', 'in a browser; what comes out is counted'],
    ['.getReader()', 'counted as it comes'],
  ],
  'web/static/openPageIndex.ts': [['JSON.parse(', "in a browser, what lies beside the page's own script"]],
  'web/static/transport.ts': [['JSON.parse(', 'in a browser, what the page itself asks']],
  'web/static/worker.ts': [['.json()', "in a browser, what lies beside the page's own script"]],
  'store/openStore.ts': [['.bytes()', 'the size of a table']],
  'store/schema.ts': [['JSON.parse(', 'of 64 KB at the most']],
};

function readersIn(text: string): string[] {
  const code = text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
  return [...code.matchAll(READERS)].map(([found]) => found);
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !HELPERS.test(file));

describe('a reader of what comes from outside', () => {
  it('goes through the helpers, or stands in the list with its reason', () => {
    expect(files.length).toBeGreaterThan(300);
    const found = new Map<string, string[]>();
    for (const file of files) {
      const readers = readersIn(readFileSync(join(SRC, file), 'utf8'));
      if (readers.length > 0) found.set(file, readers);
    }
    const allowed = Object.entries(ALLOWED).map(([file, list]) => [file, list.map(([reader]) => reader)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  it.each([
    ['JSON.parse(await something())', 'JSON.parse('],
    ['const body = await response.text();', '.text()'],
    ["await readFile(file, 'utf8')", 'readFile('],
    ['zlib.gunzipSync(bytes)', 'gunzipSync('],
    ['createInterface({ input })', 'createInterface('],
    ['parseAllDocuments(text)', 'parseAllDocuments('],
  ])('is found: %s', (code, reader) => {
    expect(readersIn(code)).toEqual([reader]);
  });
});
