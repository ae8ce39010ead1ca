/** The three processes of a soak, and how each is asked. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts a process, whose errors go to `log`. */
function start(cli, args, { cwd, env, log }) {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', log);
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  return { pid: child.pid, child, ended };
}

export function startWatcher(cli, place) {
  const watcher = start(cli, ['watch', '--json'], place);
  let refreshes = 0;
  createInterface({ input: watcher.child.stdout }).on('line', () => {
    refreshes += 1;
  });
  return { ...watcher, name: 'watch', refreshes: () => refreshes };
}

/** @returns `ask(text)`: how many results */
export async function startMcp(cli, place) {
  const server = start(cli, ['mcp'], place);
  const waiting = new Map();
  let last = 0;
  createInterface({ input: server.child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const send = (message) => server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (method, params) => {
    last += 1;
    const answer = new Promise((resolve, reject) => {
      waiting.set(last, ({ error, result }) => (error ? reject(new Error(error.message)) : resolve(result)));
      server.ended.then(() => reject(new Error('cora mcp ended')));
    });
    send({ id: last, method, params });
    return answer;
  };
  await call('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'soak', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    ...server,
    name: 'mcp',
    async ask(query) {
      const result = await call('tools/call', {
        name: 'search',
        arguments: { query },
        _meta: { 'cora/structured': true },
      });
      if (result.isError) throw new Error(result.content[0].text);
      return result.structuredContent.results.length;
    },
  };
}

/** @returns `ask(text)`: how many results */
export async function startHttp(cli, place) {
  const server = start(cli, ['serve', '--port', '0'], place);
  const url = await new Promise((resolve, reject) => {
    const look = (text) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    };
    server.child.stdout.setEncoding('utf8').on('data', look);
    server.child.stderr.on('data', look);
    server.ended.then(() => reject(new Error('cora serve ended')));
  });
  return {
    ...server,
    name: 'serve',
    async ask(query) {
      const response = await fetch(`${url}/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, k: 5 }),
      });
      const body = await response.json();
      if (!response.ok) throw new Error(body.error.message);
      return body.results.length;
    },
  };
}
