/** cora files */

import { EXIT, listCatalogue, matcherOf, openWorkspaceFor } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { renderFiles } from '../renderFiles.ts';

export async function runFiles({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const { repository, settings } = await openWorkspaceFor(options, surroundings);
  const wanted = matcherOf(options);
  const files = (await listCatalogue(repository, options.rev ?? 'HEAD', settings)).filter(wanted);
  if (options.json === true) printJson(stdout, files);
  else stdout.write(renderFiles(files));
  return EXIT.ok;
}
