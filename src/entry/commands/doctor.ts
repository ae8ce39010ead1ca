/** cora doctor */

import { diagnose, EXIT } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { renderDoctor } from '../renderDoctor.ts';

export async function runDoctor({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const findings = await diagnose(options, surroundings, { fix: options.fix === true });
  if (options.json === true) printJson(stdout, { findings });
  else stdout.write(renderDoctor(findings));
  return findings.some(({ fixed }) => !fixed) ? EXIT.finding : EXIT.ok;
}
