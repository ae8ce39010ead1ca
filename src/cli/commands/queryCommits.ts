/** cora query --commits */

import { CoraError, EXIT } from '../../base/errors.ts';
import { searchHistory } from '../../history/searchHistory.ts';
import { type CommandContext, printJson, readWords } from '../../session/commandContext.ts';
import { OPTIONS, type OptionName, type Options } from '../../settings/options.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { formatOf, refuseFormat } from '../render/renderAnswer.ts';
import { renderCommits } from '../render/renderCommits.ts';

export async function runCommits(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  refuseForCommits(options, context.directives);
  refuseFormat(options, '--commits prints text or JSON', ['text', 'json']);
  const text = await readWords(context);
  const result = await searchHistory(options, surroundings, text);
  if (formatOf(options) === 'json') printJson(stdout, result);
  else stdout.write(renderCommits(result, describeTerminal(context)));
  return result.commits.length === 0 ? EXIT.finding : EXIT.ok;
}

/** They speak of code, of an index of code, or of the working tree. Settings do not: the config file may hold them. */
const NOT_FOR_COMMITS: readonly OptionName[] = [
  ...(['lang', 'kind', 'context', 'scope', 'explain', 'batch', 'index', 'committed', 'fresh', 'fallback'] as const),
];
const ONLY_FOR_COMMITS: readonly OptionName[] = ['author', 'since', 'until'];

function refuseForCommits(options: Options, directives: readonly string[]): void {
  const given = directives.length > 0 ? 'include' : NOT_FOR_COMMITS.find((name) => isGiven(options, name));
  if (given === undefined) return;
  throw new CoraError('USAGE', `--${given} means nothing for commits.`, {
    hint: 'cora query --commits TEXT takes --path, --author, --since, --until and -k',
  });
}

export function refuseWithoutCommits(options: Options): void {
  const given = ONLY_FOR_COMMITS.find((name) => isGiven(options, name));
  if (given === undefined) return;
  throw new CoraError('USAGE', `--${given} is for commits.`, { hint: `cora query --commits --${given} … TEXT` });
}

function isGiven(options: Options, name: OptionName): boolean {
  const value = options[name];
  const standard = 'default' in OPTIONS[name] ? OPTIONS[name].default : undefined;
  return value !== undefined && value !== false && JSON.stringify(value) !== JSON.stringify(standard);
}
