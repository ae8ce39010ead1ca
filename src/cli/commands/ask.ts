/** cora ask */

import { ask, askRequestOf, modelFor } from '../../ask/ask.ts';
import type { AskEvent } from '../../ask/askTypes.ts';
import type { LanguageModel } from '../../base/answerTypes.ts';
import { EXIT } from '../../base/errors.ts';
import { counted } from '../../base/renderNumbers.ts';
import { visible } from '../../base/renderText.ts';
import { openAskSearcher } from '../../fleet/openAskSearcher.ts';
import { type CommandContext, readQuestion } from '../../session/commandContext.ts';
import { type AskOutput, askJson, askJsonLines } from '../askOutput.ts';
import { askText } from '../askText.ts';
import { formatOf, refuseFormat } from '../render/renderAnswer.ts';
import { repositoryNotes } from '../repositoryNotes.ts';

const NO_MODEL = `No language model is configured: these are the sources alone.
  For an answer: --model ollama:MODEL, openai:MODEL or codex   (CORA_MODEL for every question)`;

export async function runAsk(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  refuseFormat(options, 'cora ask prints text, json or jsonl', ['text', 'json', 'jsonl']);
  const text = await readQuestion(context, 'how does authentication work');
  // A wrong setting is said before anything is searched.
  const model = await modelFor(options, surroundings);
  const { searcher, close } = openAskSearcher(context);
  try {
    return await print(
      ask(searcher, model, askRequestOf(text, options, context.askedLimit), context.signal),
      model,
      context,
    );
  } finally {
    close();
  }
}

async function print(
  events: AsyncGenerator<AskEvent>,
  model: LanguageModel | null,
  context: CommandContext,
): Promise<number> {
  const { surroundings } = context;
  const output = outputOf(context);
  let isFound = false;
  try {
    for await (const event of events) {
      if (event.type === 'sources') {
        isFound = event.sources.length > 0 || (event.result.gitContext?.recent.length ?? 0) > 0;
        sayWhatIsSent(event, isFound ? model : null, context);
      }
      await output.take(event);
      // What it had said is printed, and that it is not whole.
      if (event.type === 'failed') throw event.error;
    }
  } catch (error) {
    output.stop();
    throw error;
  }
  if (model === null && isFound) surroundings.log.info(NO_MODEL);
  return isFound ? EXIT.ok : EXIT.finding;
}

function outputOf(context: CommandContext): AskOutput {
  const format = formatOf(context.options);
  if (format === 'json') return askJson(context);
  return format === 'jsonl' ? askJsonLines(context) : askText(context);
}

/** On stderr, before anything leaves this process. */
function sayWhatIsSent(
  { result, sources, promptTokens }: Extract<AskEvent, { type: 'sources' }>,
  model: LanguageModel | null,
  { surroundings: { log } }: CommandContext,
): void {
  if ('repositories' in result) for (const note of repositoryNotes(result)) log.warn(note);
  if (model !== null) {
    const leaves = model.isRemote ? '; their text leaves this machine' : '';
    const told = `${counted(sources.length, 'source')}, about ${counted(promptTokens, 'token')}`;
    log.info(visible(`Asking ${model.id} (${model.place}): ${told}${leaves}`));
  }
}
