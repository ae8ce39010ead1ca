/** cora files */

import { EXIT, FIND_LOST, listCatalogue, matcherOf, openWorkspaceFor } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { explainUnborn } from '../explainUnborn.ts';
import { renderFiles } from '../render/renderFiles.ts';

export async function runFiles(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const { repository, settings } = await openWorkspaceFor(options, surroundings);
  const wanted = matcherOf(options);
  const listed = await explainUnborn(options.rev, listCatalogue(repository, options.rev ?? 'HEAD', settings));
  const files = listed.filter(wanted);
  if (options.json === true) printJson(stdout, files);
  else stdout.write(renderFiles(files, describeTerminal(context)));
  if (!files.some(({ reason }) => reason === 'missing-object')) return EXIT.ok;
  surroundings.log.warn(`The repository is damaged: it lacks objects of files (missing-object).\n  ${FIND_LOST}`);
  return EXIT.finding;
}
