/** `--index https://…`: a packed index of a web server, kept here as long as the server has no other one. */

import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../src/base/log.ts';
import { openNamedStore } from '../../../src/session/openNamedStore.ts';
import { fetchIndex } from '../../../src/share/fetchIndex.ts';
import { readState } from '../../../src/store/state.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';
import { packedFiles } from './publishedIndex.ts';

let content: Buffer;
let commit: string;
beforeAll(async () => {
  ({ content, commit } = await packedFiles());
});

const POLICY = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1, stallMs: 5000 };

function place() {
  const cacheDir = tempDir();
  const said: string[] = [];
  const log = createLog((line) => said.push(line), { quiet: false, verbose: false });
  const surroundings = { env: {}, cacheDir, log };
  return {
    said,
    ask: async (url: string) => (await fetchIndex(url, surroundings, POLICY)).file,
    open: (url: string) => openNamedStore(url, surroundings),
    kept: () => readdirSync(join(cacheDir, 'web')).sort(),
  };
}

/** As after an hour. */
function age(file: string): void {
  const then = new Date(Date.now() - 3_600_000);
  utimesSync(file, then, then);
}

it('is downloaded once, asked about again later, and taken anew when it is another one', async () => {
  let version = { etag: '"1"', content };
  const server = await webServer((request, response) => {
    if (request.headers['if-none-match'] === version.etag) response.writeHead(304).end();
    else sendFile(request, response, version.content, version);
  });
  const url = `${server.url}/index.tar.gz`;
  const { ask, open, kept } = place();
  expect((await readState(await open(url)))!.commit).toBe(commit);
  const file = await ask(url);
  expect(server.asked).toHaveLength(1);
  age(file);
  expect(await ask(url)).toBe(file);
  expect(await ask(url)).toBe(file);
  expect(server.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  version = { etag: '"2"', content: Buffer.concat([content]) };
  age(file);
  await ask(url);
  expect(server.asked).toHaveLength(4);
  age(file);
  await ask(url);
  expect(server.asked.at(-1)!.headers['if-none-match']).toBe('"2"');
  expect(kept()).toHaveLength(2);
});

it('is used as it was where the server cannot be reached any more, and that is said', async () => {
  let isUp = true;
  const server = await webServer((request, response) => {
    if (isUp) sendFile(request, response, content, { etag: '"1"' });
    else response.destroy();
  });
  const url = `${server.url.replace('//', '//me:pass@')}/index.tar.gz?sig=SECRET`;
  const { ask, said } = place();
  const file = await ask(url);
  const { size } = statSync(file);
  isUp = false;
  age(file);
  expect(await ask(url)).toBe(file);
  expect(statSync(file).size).toBe(size);
  expect(said.join('\n')).toContain(`came from ${server.url}/index.tar.gz before is used`);
  expect(said.join('\n')).not.toMatch(/SECRET|me:pass/);
});

it.each<[string, number, string]>([
  ['nothing', 404, 'NO_ARTIFACT'],
  ['a refusal', 403, 'NETWORK'],
])('%s is an error that says so, and leaves nothing', async (_, status, code) => {
  const server = await webServer((_request, response) => response.writeHead(status).end('no'));
  const { ask, kept } = place();
  await expect(ask(`${server.url}/index.tar.gz`)).rejects.toMatchObject({ code });
  expect(kept()).toEqual([]);
});

it('what is no packed index is refused, and no token of the environment is sent', async () => {
  const server = await webServer((request, response) =>
    sendFile(request, response, Buffer.from('<html>Not here</html>'), { etag: '"1"' }),
  );
  const { open, kept } = place();
  const refused = { code: 'BAD_ARTIFACT', message: `${server.url}/index.tar.gz is not a packed index.` };
  await expect(open(`${server.url}/index.tar.gz`)).rejects.toMatchObject(refused);
  expect(kept()).toEqual([]);
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});
