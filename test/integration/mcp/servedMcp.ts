/**
 * `cora mcp` in this process, as src/server/serveMcp.ts puts it together, but for its pipes (streams of this process), its builds (which
 * are done at once) and its looks at the working tree: the first one serves for all calls, so that many calls take minutes.
 */

import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { silentLog } from '../../../src/base/log.ts';
import type { Job } from '../../../src/fleet/jobQueue.ts';
import type { Builds } from '../../../src/mcp/answer.ts';
import { createServer } from '../../../src/mcp/createServer.ts';
import { Places } from '../../../src/mcp/places.ts';
import type { Options } from '../../../src/settings/options.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { type GuardedRepo, guardedRepo } from '../../helpers/guardedRepo.ts';
import { allowOpening } from '../../helpers/openedFiles.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { HeldSessions } from '../session/heldSessions.ts';
import { mcpServer, registryOf } from './mcpApp.ts';

export interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  result?: Record<string, unknown>;
  error?: { code: unknown; message: unknown };
}

/** Asks for an answer as data beside its text. */
export const STRUCTURED = { 'cora/structured': true };

export interface Connection {
  /** A line, or what may be none. */
  send(bytes: Uint8Array | string): void;
  /** @throws Error where none comes */
  answerTo(id: number | string): Promise<Message>;
  /** All that was said since the last call. */
  said(): string[];
  close(): Promise<void>;
}

export interface ServedMcp extends GuardedRepo {
  connect(): Connection;
  /** On HTTP, not listening. */
  server: Server;
  close(): Promise<void>;
}

const PATIENCE = 60_000;
const NOW = '2026-01-01T00:00:00.000Z';
const DONE: Job = {
  id: '1',
  repoId: 'r',
  kind: 'incremental',
  targetPath: null,
  status: 'completed',
  createdAt: NOW,
  startedAt: NOW,
  completedAt: NOW,
  progress: null,
  result: { commit: 'c', files: 1, chunks: 1, computed: 0, embedded: 0, reused: 1, fileChunks: null },
  error: null,
  attempts: 1,
};
const BUILDS: Builds = { ensure: async () => false, run: async () => DONE };

/** @param given an indexed repository in the place of the guarded one */
export async function servedMcp(given?: GuardedRepo): Promise<ServedMcp> {
  const guarded = given ?? (await guardedRepo());
  const { repo } = guarded;
  const options: Options = resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir('cora-cache-'), log: silentLog };
  const sessions = new HeldSessions(repo.dir);
  const { registry } = registryOf([repo.dir], surroundings, () => options, sessions);
  const places = new Places(registry, sessions);
  const { server, close } = mcpServer(servedOf(places));
  const modules = realpathSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)));
  allowOpening(repo.dir, surroundings.cacheDir, modules);
  return {
    ...guarded,
    connect: () => connectTo(places),
    server,
    async close() {
      close();
      sessions.close();
    },
  };
}

const servedOf = (places: Places) => ({
  mayWrite: true,
  open: async () => ({ places, builds: BUILDS }),
});

function connectTo(places: Places): Connection {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const transport = new StdioServerTransport(stdin, stdout);
  const handle = serveStdio(() => createServer(servedOf(places)), { transport });
  const waiting = new Map<unknown, (message: Message) => void>();
  let said: string[] = [];
  let rest = '';
  stdout.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    said.push(...lines);
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      waiting.get(message.id)?.(message);
    }
  });
  return {
    send: (bytes) => void stdin.write(Buffer.concat([Buffer.from(bytes), Buffer.from('\n')])),
    answerTo: (id) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${id} is not answered`)), PATIENCE);
        waiting.set(id, (message) => {
          clearTimeout(late);
          waiting.delete(id);
          resolve(message);
        });
      }),
    said() {
      const all = said;
      said = [];
      return all;
    },
    close: () => handle.close(),
  };
}
