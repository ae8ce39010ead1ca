/** cora doctor */

import { EXIT } from '../../base/errors.ts';
import { diagnose } from '../../indexing/diagnose.ts';
import { type CommandContext, printJson } from '../../session/commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { renderDoctor } from '../render/renderDoctor.ts';

export async function runDoctor(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const findings = await diagnose(options, surroundings, { fix: options.fix === true });
  if (options.json === true) printJson(stdout, { findings });
  else stdout.write(renderDoctor(findings, describeTerminal(context)));
  return findings.some(({ fixed }) => !fixed) ? EXIT.finding : EXIT.ok;
}
