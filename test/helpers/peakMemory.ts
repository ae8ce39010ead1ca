/** The built command line, and the most memory that its process held: what the system counted, not what a garbage collector left. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliOptions, type CliResult, runCli } from './runCli.ts';
import { tempDir } from './tempRepo.ts';

const PRELOAD = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));
`;

/** @returns with `peak` in megabytes */
export async function runMeasured(args: readonly string[], options: CliOptions): Promise<CliResult & { peak: number }> {
  const file = join(tempDir(), 'peak');
  const preload = `--import=data:text/javascript;base64,${Buffer.from(PRELOAD).toString('base64')}`;
  const result = await runCli(args, { ...options, env: { ...options.env, NODE_OPTIONS: preload, PEAK_FILE: file } });
  return { ...result, peak: Number(readFileSync(file, 'utf8')) / 1024 };
}
