/** Runs a command line of the built dist in a process of its own, and says what it took. */

import { spawn } from 'node:child_process';

/** Runs inside the process. The parser threads get it too, and leave it be. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));
`)}`;

/**
 * @param accepts exit codes
 * @returns milliseconds on the clock (`ms`) and of all cores (`cpuMs`, children such as git left out), peak memory in bytes
 */
export function runMeasured(cli, args, { cwd, env = process.env, accepts = [0] }) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', WATCH, cli, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const texts = ['', ''];
  [child.stdout, child.stdio[3]].forEach((stream, at) => {
    stream.setEncoding('utf8').on('data', (text) => {
      texts[at] += text;
    });
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      if (!accepts.includes(code)) return failed(new Error(`cora ${args.join(' ')}: exit ${code}`));
      const [stdout, usage] = [texts[0], JSON.parse(texts[1])];
      const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000;
      done({ stdout, ms: performance.now() - started, cpuMs, peakBytes: usage.maxRSS * 1024 });
    });
  });
}
