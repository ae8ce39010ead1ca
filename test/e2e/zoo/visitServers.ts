/** What others ask of Cora in a repository: agents over MCP, clients over HTTP, a runner by the Action, git by its hooks. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CLI } from '../../helpers/runCli.ts';
import { DIST } from './allowed.ts';
import type { Cage } from './cage.ts';
import { endTraced, runTraced, startTraced, type Traced } from './trace.ts';
import { cora, type Visit } from './visits.ts';

const LIMIT = 90_000;
const SCRIPT = join(DIST, '..', 'hooks', 'cora.sh');

/** Arguments that each tool takes some of. */
const ARGUMENTS = {
  ...{ query: 'cart total', pattern: 'total', name: 'Cart' },
  ...{ path: 'src/cart.ts', paths: '**/*', line: 1, k: 5 },
};

/** Tool → what it is called with; a tool that is not here is called with all of these, and refuses what it does not know. */
const TOOLS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  search: [{ query: ARGUMENTS.query }],
  read: ['src/cart.ts', 'link', 'loop', '../outside/secret.txt', '.git/config', 'fifo'].map((path) => ({ path })),
  grep: [{ pattern: 'total' }, { pattern: '(a|aa)+$', ignoreCase: true }],
  symbols: [{ name: 'Cart' }],
  references: [{ name: 'priceOf' }],
  related: [{ path: 'src/cart.ts', line: 4 }],
};

/** Messages of the protocol, one line each; every tool that the server lists is called. */
const mcp: Visit = {
  name: 'mcp tools',
  run: async (cage, trace) => {
    const { child, ended } = startTraced([process.execPath, CLI, 'mcp', '--write'], trace(), {
      ...{ cwd: cage.dir, env: cage.env },
      limit: LIMIT,
    });
    const waiting = new Map<number, (answer: Answer) => void>();
    let rest = '';
    child.stdout!.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const answer = JSON.parse(line) as Answer & { id?: number };
        if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
      }
    });
    const send = (message: object): void =>
      void child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const ask = (method: string, params: object = {}): Promise<Answer> =>
      new Promise((resolve) => {
        const id = waiting.size;
        waiting.set(id, resolve);
        void ended.then(() => resolve({}));
        send({ id, method, params });
      });
    child.stdin!.on('error', () => child.stdin!.destroy());
    const clientInfo = { name: 'zoo', version: '1.0.0' };
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    send({ method: 'notifications/initialized' });
    const { result } = await ask('tools/list');
    for (const { name } of result?.tools ?? [])
      for (const args of TOOLS[name] ?? [{}]) await ask('tools/call', { name, arguments: args });
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) await ask(method);
    child.stdin!.end();
    return [await ended];
  },
};

interface Answer {
  result?: { tools?: { name: string }[] };
}

/** Route → query, body. In this order; the build comes first. */
const ROUTES: Readonly<Record<string, { query?: string; body?: object }>> = {
  'GET /health': {},
  'GET /codex/status': {},
  'GET /repos': {},
  'GET /repos/{id}': {},
  'PUT /repos/{id}/activate': {},
  'POST /repos/{id}/index': { query: 'wait=true', body: { force_reindex: true } },
  'POST /repos/{id}/index/incremental': { query: 'wait=true' },
  'POST /repos/{id}/index/file': { query: 'file_path=src/cart.ts&wait=true' },
  'GET /repos/{id}/index/status': {},
  'GET /repos/{id}/index/events': {},
  'GET /repos/{id}/stats': {},
  'GET /jobs': {},
  'GET /jobs/events': {},
  'GET /jobs/{id}': {},
  'DELETE /jobs/{id}': {},
  'POST /search': { body: { query: 'cart total' } },
  'GET /search': { query: 'q=refund' },
  'POST /query': { body: { query: 'what does the cart do' } },
  'POST /query/stream': { body: { query: 'what does the cart do' } },
  'GET /grep': { query: 'pattern=total' },
  'GET /commits': { query: 'q=cart' },
  'GET /files': {},
  'GET /files/content': { query: 'file_path=src/cart.ts' },
  'GET /files/chunks': { query: 'file_path=src/cart.ts' },
  'GET /files/changes': { query: 'since=HEAD' },
  'GET /symbols': { query: 'name=Cart' },
  'GET /map': { query: 'limit=5' },
  'GET /graph': { query: 'file_path=src/cart.ts&line=4' },
  'POST /repos': { body: { path: '.' } },
  'DELETE /repos/{id}': {},
  // Not in the document: the document, the page, files of the page, what is none.
  'GET /openapi.json': {},
  'GET /': {},
  'GET /src/../../../../outside/secret.txt': {},
};

/** @returns the routes of the server's own document that are not asked here */
export function routesWithoutVisit(paths: Record<string, Record<string, unknown>>): string[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return all.filter((route) => !(route in ROUTES));
}

const http: Visit = {
  name: 'http routes',
  run: async (cage, trace) => {
    const words = [process.execPath, CLI, 'serve', '--port', '0', '--verbose'];
    const { child, ended } = startTraced(words, trace(), { cwd: cage.dir, env: cage.env, limit: LIMIT });
    const url = await listening(child, ended);
    if (url === null) return [await ended];
    let said = '';
    let isDown = false;
    void ended.then(() => {
      isDown = true;
    });
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const isStream = path.endsWith('/events');
      const response = await fetch(url + path, {
        method,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        ...(isStream ? { signal: AbortSignal.timeout(300) } : {}),
      });
      const text = await response.text();
      said += text;
      return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : null;
    };
    const listed = (await call('GET', '/repos')) as { id: string }[];
    for (const [route, { query, body }] of Object.entries(ROUTES)) {
      const [method = '', path = ''] = route.split(' ');
      const place = path.replace(
        '{id}',
        path.startsWith('/jobs') ? 'none' : encodeURIComponent(listed[0]?.id ?? 'none'),
      );
      await call(method, query === undefined ? place : `${place}?${query}`, body).catch((error: unknown) => {
        // A stream goes on until it is left; a server that is gone is the judge's matter.
        if (!isDown && !path.endsWith('/events')) throw error;
      });
    }
    if (!isDown) endTraced(child);
    const done = await ended;
    return [{ ...done, stdout: done.stdout + said }];
  },
};

async function listening(
  child: import('node:child_process').ChildProcess,
  ended: Promise<Traced>,
): Promise<string | null> {
  let said = '';
  const found = new Promise<string>((resolve) => {
    child.stderr!.on('data', (text: string) => {
      said += text;
      const [, url] = /Listening on (http:\S+)\n/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  return Promise.race([found, ended.then(() => null)]);
}

/** The runner's own folders and files lie where the user named outputs. */
const action: Visit = {
  name: 'action',
  run: async (cage, trace) => {
    const file = (name: string, content: string): string => {
      writeFileSync(join(cage.outputs, name), content);
      return join(cage.outputs, name);
    };
    const temp = join(cage.outputs, '_temp');
    mkdirSync(temp, { recursive: true });
    const env = {
      ...cage.env,
      ...{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push', GITHUB_REPOSITORY: 'acme/shop', CI: 'true' },
      ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REF: 'refs/heads/main', RUNNER_TEMP: temp },
      ...{ INPUT_CACHE: 'false', GITHUB_WORKSPACE: cage.dir, GITHUB_OUTPUT: file('output', '') },
      ...{ GITHUB_STEP_SUMMARY: file('summary', ''), GITHUB_EVENT_PATH: file('event.json', '{}') },
    };
    const start = { cwd: cage.dir, env, limit: LIMIT };
    return [await runTraced([process.execPath, join(DIST, 'action.js')], trace(), start)];
  },
};

/** Another script by its name is its author's, like any hook of a Git directory that was handed over: Git runs it, not Cora. */
function isCoras(script: string): boolean {
  const lines = new Set(
    readFileSync(SCRIPT, 'utf8')
      .replaceAll(/^#IN-[A-Z-]+ /gm, '')
      .split('\n'),
  );
  return (
    lstatSync(script).isFile() &&
    readFileSync(script, 'utf8')
      .split('\n')
      .every((line) => lines.has(line))
  );
}

/** What the user does with git when the hooks are installed; what Git starts is judged from Cora's own script on. */
const hooks: Visit = {
  name: 'git hooks',
  extras: ({ gitDir }) => ({ shell: true, writes: [join(gitDir, 'hooks')] }),
  from: ([program, script = ''], cage) =>
    program === '/bin/sh' && /(^|\/)cora\.sh$/.test(script) && isCoras(resolve(cage.dir, script)),
  run: async (cage, trace) => {
    const runs: Traced[] = [];
    const installed = await cora(cage, trace, ['hooks', 'install']);
    runs.push({ ...installed, code: null });
    // What git says by itself of such a repository is not Cora's matter, nor whether it can work there.
    const { stderr: complaints } = spawnSync('git', ['status'], { cwd: cage.dir, env: cage.env, encoding: 'utf8' });
    for (const args of [
      ['commit', '-q', '--allow-empty', '--no-gpg-sign', '-m', 'a change'],
      ['checkout', '-q', '-b', `side-${runs.length}`],
      ['commit', '-q', '--allow-empty', '--no-gpg-sign', '-m', 'another'],
      ['checkout', '-q', 'main'],
      ['merge', '-q', '--no-ff', '--no-gpg-sign', '-m', 'merged', 'side-1'],
      ['rebase', '-q', '--force-rebase', 'HEAD~1'],
    ]) {
      const done = await runTraced(['git', ...args], trace(), { cwd: cage.dir, env: cage.env, limit: LIMIT });
      const stderr = done.stderr.split('\n').filter((line) => !complaints.split('\n').includes(line));
      runs.push({ ...done, stderr: stderr.join('\n'), code: 0 });
    }
    return runs;
  },
};

export const SERVER_VISITS: readonly Visit[] = [mcp, http, action, hooks];

/** @returns the paths of the document of a server that serves this cage */
export async function documentOf(cage: Cage): Promise<Record<string, Record<string, unknown>>> {
  const { child, ended } = startTraced([process.execPath, CLI, 'serve', '--port', '0'], join(cage.outputs, 'trace'), {
    ...{ cwd: cage.dir, env: cage.env },
    limit: LIMIT,
  });
  const url = await listening(child, ended);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  endTraced(child);
  if (child.exitCode === null) await once(child, 'close');
  return document.paths;
}
