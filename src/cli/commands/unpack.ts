/** cora unpack */

import { basename } from 'node:path';
import { EXIT } from '../../base/errors.ts';
import { counted, duration, visible } from '../../base/renderText.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { unpackIndex } from '../../share/unpackIndex.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { endOnInterrupt } from '../interruptSignal.ts';

export async function runUnpack({ words, options, stdout }: CommandContext): Promise<number> {
  endOnInterrupt();
  const [file] = words as [string];
  const report = await unpackIndex(
    file,
    options.output ?? basename(file).replace(/\.(tar(\.(gz|zst))?|tgz)$/i, '.index'),
  );
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) {
    const { dir, commit, files, chunks, tookMs } = report;
    const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}`;
    stdout.write(`Unpacked ${shortCommit(commit)} (${what}) into ${visible(dir)} in ${duration(tookMs)}\n`);
  }
  return EXIT.ok;
}
