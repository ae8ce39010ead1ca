/** cora completion */

import { CoraError, EXIT } from '../../base/errors.ts';
import type { CommandContext } from '../../session/commandContext.ts';
import { completionScript, SHELLS } from '../completion.ts';

export async function runCompletion({ words, stdout }: CommandContext): Promise<number> {
  const shell = SHELLS.find((name) => name === words[0]);
  if (shell === undefined) {
    throw new CoraError('USAGE', `There is no completion for "${words[0]}".`, {
      hint: `cora completion ${SHELLS.join(' | ')}`,
    });
  }
  stdout.write(completionScript(shell));
  return EXIT.ok;
}
