/** cora query --repo: several repositories, one answer */

import { CoraError, EXIT } from '../../base/errors.ts';
import { fleetOf } from '../../fleet/fleetContext.ts';
import { openFleetSearcher } from '../../fleet/searchFleet.ts';
import { DEFAULT_BUDGET } from '../../search/renderResult.ts';
import { cutWhenPrinted, searchRequestOf } from '../../search/searchRequest.ts';
import type { CommandContext } from '../../session/commandContext.ts';
import type { Options } from '../../settings/options.ts';
import { type AnswerFormat, renderAnswer } from '../render/renderAnswer.ts';
import { repositoryNotes } from '../repositoryNotes.ts';

/** What only one repository can answer. */
const OF_ONE = ['index', 'batch', 'commits', 'scope', 'fallback', 'fresh'] as const;

export async function runQueryRepos(context: CommandContext, text: string, format: AnswerFormat): Promise<number> {
  const { stdout, surroundings, signal } = context;
  const options = optionsOfMany(context, format);
  const searcher = openFleetSearcher(fleetOf(context));
  try {
    const result = await searcher.search(
      options.repo!,
      cutWhenPrinted(searchRequestOf(text, options, [], context.askedLimit)),
      signal,
    );
    for (const note of repositoryNotes(result)) surroundings.log.warn(note);
    const shown = await renderAnswer(result, format, {}, { ...context, options });
    stdout.write(shown.text);
    return shown.isEmpty ? EXIT.finding : EXIT.ok;
  } finally {
    searcher.close();
  }
}

function optionsOfMany({ options, askedLimit, directives }: CommandContext, format: AnswerFormat): Options {
  const given = [
    ...OF_ONE.filter((name) => options[name] !== undefined && options[name] !== false),
    ...(directives.length === 0 ? [] : ['include']),
  ];
  if (options.rerank !== 'none') given.push('rerank');
  if (given.length > 0) {
    throw new CoraError('USAGE', `--${given[0]} is for one repository, not for --repo.`, {
      hint: 'Leave one of them out.',
    });
  }
  const limit = askedLimit ?? options['repos-max-results']!;
  const budget = options.budget ?? (askedLimit === undefined ? DEFAULT_BUDGET[format] : undefined);
  return { ...options, limit, ...(budget === undefined ? {} : { budget }) };
}
