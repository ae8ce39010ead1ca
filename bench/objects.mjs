/**
 * An index in object storage: what a push writes, what a query in place and a pull read, in requests, bytes and time. Azurite (from
 * test/servers) stands for the service, behind a proxy on this machine that counts and, where asked, answers later, as a network does.
 *
 *   node bench/objects.mjs --repo DIR      clones of DIR; DIR itself is only read
 *     --delay MS (default 0: none)   --runs N (default 5)   --cli FILE
 */

import { execFileSync, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMeasured } from './runMeasured.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    delay: { type: 'string', default: '0' },
    runs: { type: 'string', default: '5' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});

const ACCOUNT = 'corabench';
const KEY = randomBytes(64).toString('base64');
const QUERIES = [
  'where is the configuration read',
  'expire keys that are not used any more',
  'replication backlog size',
];
const PLACE = 'az://idx/team/project';

const scratch = mkdtempSync(join(tmpdir(), 'cora-objects-'));
const counted = { requests: 0, received: 0, sent: 0 };
const azurite = await startAzurite();
const proxy = await startProxy(azurite.port);
try {
  await createContainer();
  const env = {
    ...process.env,
    AZURE_STORAGE_ACCOUNT_NAME: ACCOUNT,
    AZURE_STORAGE_ACCOUNT_KEY: KEY,
    AZURE_STORAGE_ENDPOINT: `http://127.0.0.1:${proxy.address().port}/${ACCOUNT}`,
  };
  const origin = cloned(resolve(options.repo), 'origin');
  await cora(origin, ['index'], env);
  await cora(origin, ['push', PLACE], env, 'first push');
  await cora(origin, ['push', PLACE], env, 'the same commit again');
  execFileSync('git', ['-C', origin, 'commit', '-q', '--allow-empty', '-m', 'next'], { env: author() });
  await cora(origin, ['index'], env);
  await cora(origin, ['push', PLACE], env, 'the next commit');
  const there = mkdtempSync(join(scratch, 'elsewhere-'));
  await cora(
    there,
    ['query', '--index', PLACE, QUERIES[0]],
    { ...env, XDG_CACHE_HOME: join(scratch, 'cache') },
    'query, first',
  );
  for (let run = 0; run < Number(options.runs); run++) {
    const text = QUERIES[run % QUERIES.length];
    await cora(
      there,
      ['query', '--index', PLACE, text],
      { ...env, XDG_CACHE_HOME: join(scratch, 'cache') },
      'query, later',
    );
    await cora(origin, ['query', '--committed', text], env, 'query, local');
  }
  await cora(origin, ['pack', '-o', join(scratch, 'index.tar')], env);
  await cora(cloned(origin, 'other'), ['pull', join(scratch, 'index.tar')], env, 'pull, from a file');
  const clone = cloned(origin, 'clone');
  await cora(clone, ['pull', PLACE], env, 'pull, fresh clone');
  await cora(clone, ['pull', PLACE], env, 'pull, again');
} finally {
  proxy.close();
  proxy.closeAllConnections();
  azurite.child.kill();
  rmSync(scratch, { recursive: true, force: true });
}

async function cora(cwd, args, env, title) {
  Object.assign(counted, { requests: 0, received: 0, sent: 0 });
  const { ms } = await runMeasured(resolve(options.cli), [...args, '--quiet'], { cwd, env });
  if (title === undefined) return;
  const megabytes = (bytes) => (bytes / 1e6).toFixed(2).padStart(8);
  console.log(
    `${title.padEnd(22)} ${String(Math.round(ms)).padStart(7)} ms ${String(counted.requests).padStart(5)} requests, written ${megabytes(counted.received)} MB, read ${megabytes(counted.sent)} MB`,
  );
}

function cloned(from, name) {
  const to = join(scratch, name);
  execFileSync('git', ['clone', '-q', from, to]);
  return to;
}

function author() {
  const who = { GIT_AUTHOR_NAME: 'b', GIT_AUTHOR_EMAIL: 'b@b', GIT_COMMITTER_NAME: 'b', GIT_COMMITTER_EMAIL: 'b@b' };
  return { ...process.env, ...who };
}

async function startAzurite() {
  const servers = createRequire(new URL('../test/servers/package.json', import.meta.url));
  const program = servers.resolve('azurite/dist/src/blob/main.js');
  const flags = ['--inMemoryPersistence', '--blobHost', '127.0.0.1', '--blobPort', '0', '--silent'];
  const child = spawn(process.execPath, [program, ...flags, '--disableTelemetry', '--skipApiVersionCheck'], {
    cwd: scratch,
    env: { PATH: process.env.PATH, AZURITE_ACCOUNTS: `${ACCOUNT}:${KEY}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return { child, port: Number(port) };
  }
  throw new Error('Azurite did not start: npm ci --prefix test/servers');
}

async function startProxy(port) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((from, to) => {
    counted.requests += 1;
    setTimeout(() => {
      from.on('data', (piece) => {
        counted.received += piece.length;
      });
      const { method, url: path, headers } = from;
      const onward = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        to.writeHead(answer.statusCode, answer.headers);
        answer.on('data', (piece) => {
          counted.sent += piece.length;
        });
        answer.pipe(to);
      });
      onward.on('error', () => to.destroy());
      from.pipe(onward);
    }, Number(options.delay));
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return server;
}

/** https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key */
async function createContainer() {
  const path = `/${ACCOUNT}/idx`;
  const stamps = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2023-11-03' };
  const lines = Object.entries(stamps).map(([name, value]) => `${name}:${value}`);
  const text = ['PUT', ...Array(11).fill(''), ...lines, `/${ACCOUNT}${path}`, 'restype:container'].join('\n');
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest('base64');
  const authorization = `SharedKey ${ACCOUNT}:${signature}`;
  const answer = await fetch(`http://127.0.0.1:${azurite.port}${path}?restype=container`, {
    method: 'PUT',
    headers: { ...stamps, authorization },
  });
  if (!answer.ok) throw new Error(`the container could not be created: ${answer.status}`);
}
