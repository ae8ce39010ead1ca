/** cora push */

import { EXIT, pushIndex } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { createProgress } from '../progress.ts';
import { shortCommit } from '../renderFreshness.ts';
import { counted, duration, size } from '../renderNumbers.ts';

export async function runPush({
  words,
  options,
  surroundings,
  stdout,
  stderr,
  signal,
}: CommandContext): Promise<number> {
  const tty = stderr.isTTY === true;
  const progress = createProgress(stderr, { tty, quiet: options.quiet === true, width: stderr.columns ?? 80 });
  try {
    const report = await pushIndex(words[0]!, options, surroundings, { onProgress: progress.update, signal });
    progress.done();
    if (options.json === true) printJson(stdout, report);
    else if (options.quiet !== true) {
      const { packed, destination, name, removed, tookMs } = report;
      const gone = removed.length === 0 ? '' : `, ${counted(removed.length, 'older index', 'older indexes')} removed`;
      stdout.write(
        `Pushed ${shortCommit(packed.commit)} to ${destination} as ${name}: ${size(packed.size)}${gone}, in ${duration(tookMs)}\n`,
      );
    }
    return EXIT.ok;
  } finally {
    progress.done();
  }
}
