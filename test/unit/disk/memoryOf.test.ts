import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { memoryOf } from '../../../src/disk/processes.ts';

const MIB = 2 ** 20;

it.runIf(process.platform === 'linux')(
  'measures what a process and those below it hold, whatever a page is',
  async () => {
    const script = `const held = Buffer.alloc(200 * ${MIB}, 1); console.log(held.length); setInterval(() => held, 1e6)`;
    const child = spawn('sh', ['-c', '"$0" -e "$1"; :', process.execPath, script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const held = await memoryOf(child.pid!);
      expect(held).toBeGreaterThan(200 * MIB);
      expect(held).toBeLessThan(400 * MIB);
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
    }
    expect(await memoryOf(2 ** 22 + 1)).toBe(0);
  },
);
