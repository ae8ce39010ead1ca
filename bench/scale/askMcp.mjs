/** Asks `cora mcp` on its standard input, one question after the other, as an agent does. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** The number of questions before the table is asked for. A rest follows, in which it is read. */
const EARLY = 10;
const QUIET_MS = 3_000;
const MOST_WAIT_MS = 180_000;

/** @returns milliseconds of each; memory and processor time of the server at its end (Linux) */
export async function askMcp({ cli, folder, env, questions }) {
  const begun = performance.now();
  const child = spawn(process.execPath, [cli, 'mcp'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const call = async (method, params) => {
    const from = performance.now();
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    for (;;) {
      const { value, done } = await answers.next();
      if (done) throw new Error('the server has ended');
      const answer = JSON.parse(value);
      if (answer.id !== id) continue;
      if (answer.error !== undefined || answer.result.isError) throw new Error(value.slice(0, 500));
      return performance.now() - from;
    }
  };
  const ask = (query) => call('tools/call', { name: 'search', arguments: { query } });
  try {
    await call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const started = performance.now() - begun;
    const first = await ask(questions[0]);
    const early = [];
    for (const question of questions.slice(1, EARLY)) early.push(await ask(question));
    await quiet(child.pid);
    const late = [];
    for (const question of questions.slice(EARLY)) late.push(await ask(question));
    const { residentBytes, cpuMs } = usageOf(child.pid);
    return { started, first, early, late, residentBytes, cpuMs, ms: performance.now() - begun };
  } finally {
    child.kill('SIGTERM');
  }
}

/** Waits until the server has nothing more to do. */
async function quiet(pid) {
  const until = performance.now() + MOST_WAIT_MS;
  for (let before = -1; performance.now() < until; ) {
    const { cpuMs } = usageOf(pid);
    if (cpuMs - before < 0.05 * QUIET_MS) return;
    before = cpuMs;
    await sleep(QUIET_MS);
  }
}

function usageOf(pid) {
  const [, resident] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  // Behind the name, which is in brackets: user and system time are the 12th and 13th, in hundredths of a second.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { residentBytes: Number(resident) * 1024, cpuMs: 10 * (Number(fields[11]) + Number(fields[12])) };
}
