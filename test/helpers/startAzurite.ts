/**
 * Azurite, Azure's own emulator of its blob service, in memory on a free port of the loopback interface. It comes from
 * test/servers, which `npm run test:e2e` installs. Stopped when the test file ends, if not before.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { type AzureAccount, askAzure } from './azureRest.ts';

export interface Azurite extends AzureAccount {
  /** The service without the account: `http://127.0.0.1:PORT`. */
  origin: string;
  /** One line for each request that was answered: `PUT /account/container/blob?… 201`. Beside those of this helper's own. */
  requests: string[];
  createContainer(name: string): Promise<void>;
  /** Names of all blobs, sorted. */
  list(container: string): Promise<string[]>;
  read(container: string, blob: string): Promise<Buffer>;
  write(container: string, blob: string, bytes: Buffer): Promise<void>;
  remove(container: string, blob: string): Promise<void>;
  stop(): Promise<void>;
}

const ACCOUNT = 'coratest';
const LISTENS = /successfully listens on (http:\/\/\S+)/;
const ACCESS = /"([A-Z]+ \S+) HTTP\/[\d.]+" (\d+)/;

const running = new Set<() => Promise<void>>();

afterAll(async () => {
  for (const stop of running) await stop();
});

export async function startAzurite(): Promise<Azurite> {
  const key = randomBytes(64).toString('base64');
  const server = spawn(process.execPath, [program(), ...FLAGS], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], AZURITE_ACCOUNTS: `${ACCOUNT}:${key}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const requests: string[] = [];
  const stop = async (): Promise<void> => {
    running.delete(stop);
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  running.add(stop);
  const origin = await listening(server, requests);
  const account = { url: `${origin}/${ACCOUNT}`, account: ACCOUNT, key };
  const path = (container: string, blob: string) =>
    `/${container}/${blob.split('/').map(encodeURIComponent).join('/')}`;
  return {
    ...account,
    origin,
    requests,
    createContainer: async (name) => {
      await askAzure(account, 'PUT', `/${name}`, { restype: 'container' });
    },
    list: (container) => listBlobs(account, container),
    read: async (container, blob) =>
      Buffer.from(await (await askAzure(account, 'GET', path(container, blob))).arrayBuffer()),
    write: async (container, blob, bytes) => {
      await askAzure(account, 'PUT', path(container, blob), {}, new Uint8Array(bytes));
    },
    remove: async (container, blob) => {
      await askAzure(account, 'DELETE', path(container, blob));
    },
    stop,
  };
}

// The API version that LanceDB speaks may be newer than what Azurite has heard of.
const FLAGS = [
  ...['--inMemoryPersistence', '--blobHost', '127.0.0.1', '--blobPort', '0'],
  ...['--disableTelemetry', '--skipApiVersionCheck'],
];

function program(): string {
  try {
    return createRequire(new URL('../servers/package.json', import.meta.url)).resolve('azurite/dist/src/blob/main.js');
  } catch (cause) {
    throw new Error('Azurite is not installed: npm ci --prefix test/servers', { cause });
  }
}

/** @returns its address, once it takes requests; from then on their lines are collected */
function listening(server: ChildProcess, requests: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr!.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const [, asked, status] = ACCESS.exec(line) ?? [];
      const [, origin] = LISTENS.exec(line) ?? [];
      if (asked !== undefined) requests.push(`${asked} ${status}`);
      if (origin !== undefined) resolve(origin);
    });
    server.once('exit', (code, signal) => reject(new Error(`Azurite ended (${signal ?? code}): ${said}`)));
  });
}

async function listBlobs(account: AzureAccount, container: string): Promise<string[]> {
  const names: string[] = [];
  for (let marker = ''; ; ) {
    const page = { restype: 'container', comp: 'list', ...(marker === '' ? {} : { marker }) };
    const xml = await (await askAzure(account, 'GET', `/${container}`, page)).text();
    for (const [, name = ''] of xml.matchAll(/<Name>([^<]*)<\/Name>/g)) names.push(name.replaceAll('&amp;', '&'));
    marker = /<NextMarker>([^<]+)<\/NextMarker>/.exec(xml)?.[1] ?? '';
    if (marker === '') return names.sort();
  }
}
