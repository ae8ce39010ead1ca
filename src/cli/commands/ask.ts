/** cora ask: the answer while it comes and its sources below it for people, JSON for programs. */

import { type AskEnd, type AskEvent, type AskSearcher, ask, askRequestOf, modelFor } from '../../ask/ask.ts';
import { type AnswerPiece, type CitationReader, createCitationReader } from '../../ask/citations.ts';
import type { LanguageModel } from '../../base/answerTypes.ts';
import { EXIT } from '../../base/errors.ts';
import type { GitContext } from '../../base/historyTypes.ts';
import {
  counted,
  createPaint,
  cutEnd,
  dayOf,
  duration,
  type Paint,
  visible,
  visibleText,
  wrap,
} from '../../base/renderText.ts';
import type { AskSource, SearchResult } from '../../base/searchTypes.ts';
import { qualifiedName } from '../../base/words.ts';
import { openFleetSearcher } from '../../fleet/searchFleet.ts';
import { openSearcher, type Searcher } from '../../session/session.ts';
import {
  type CommandContext,
  fleetOf,
  type Output,
  printJson,
  printJsonLine,
  readQuestionText,
} from '../../settings/commandContext.ts';
import { answerSettings, searchSettings, sessionSettings } from '../../settings/requests.ts';
import { freshnessLine, shortCommit } from '../../view/renderFreshness.ts';
import { findCallerPlace, notForSeveral } from '../findCallerPlace.ts';
import { bringVectors } from '../readiness.ts';
import { renderGitContext } from '../render/renderHistory.ts';
import { linked, type PlaceOptions } from '../render/renderPlaces.ts';
import { type AnswerFormat, formatOf, refuseFormat, renderResults, repositoryNotes } from '../render/renderResults.ts';
import { describeTerminal, type Terminal } from '../terminal.ts';

const NO_MODEL = [
  'No language model is configured, so these are only the sources.',
  '  For an answer: --model ollama:MODEL, openai:MODEL or codex   (CORA_MODEL for every question)',
];

export async function runAsk(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  refuseFormat(options, 'cora ask prints text, json or jsonl', ['text', 'json', 'jsonl']);
  const text = await readQuestionText(context, 'how does authentication work');
  // A wrong setting is said before anything is searched.
  const model = await modelFor(answerSettings(options), surroundings);
  const { searcher, close } = openAskSearcher(context);
  try {
    const request = askRequestOf(text, searchSettings(options), answerSettings(options), context.askedLimit);
    return await printAnswer(ask(searcher, model, request, context.signal), model, context);
  } finally {
    close();
  }
}

/** @throws CoraError USAGE; the rest when it searches */
function openAskSearcher(context: CommandContext): { searcher: AskSearcher; close(): void } {
  const { options, surroundings } = context;
  const { repo } = options;
  if (repo.length === 0) {
    let opening: Promise<Searcher> | null = null;
    return {
      searcher: {
        search: async (request, signal) => {
          opening ??= openSearcher(sessionSettings(options), surroundings);
          const opened = await opening;
          if (request.mode !== 'words') await bringVectors(opened, context);
          return opened.search(request, signal);
        },
      },
      close: () => {
        opening?.then((searcher) => searcher.close()).catch(() => undefined);
      },
    };
  }
  if (options.index !== undefined) throw notForSeveral('index');
  const fleet = openFleetSearcher(fleetOf(context));
  return {
    searcher: { search: (request, signal) => fleet.search(repo, request, signal) },
    close: () => fleet.close(),
  };
}

async function printAnswer(
  events: AsyncGenerator<AskEvent>,
  model: LanguageModel | null,
  context: CommandContext,
): Promise<number> {
  const { surroundings } = context;
  const format = formatOf(context.options);
  const outputs: Partial<Record<AnswerFormat, typeof askText>> = { json: askJson, jsonl: askJsonLines };
  const output = (outputs[format] ?? askText)(context);
  let isFound = false;
  try {
    for await (const event of events) {
      if (event.type === 'sources') {
        isFound = event.sources.length > 0 || (event.result.gitContext?.recent.length ?? 0) > 0;
        sayWhatIsSent(event, isFound ? model : null, context);
      }
      await output.take(event);
      // The text so far is printed; the error says that it is not whole.
      if (event.type === 'failed') throw event.error;
    }
  } catch (error) {
    output.stop?.();
    throw error;
  }
  if (model === null && isFound) for (const line of NO_MODEL) surroundings.log.info(line);
  return isFound ? EXIT.ok : EXIT.finding;
}

/** Says on stderr what is sent, before anything leaves this process. */
function sayWhatIsSent(
  { result, sources, promptTokens }: Sources,
  model: LanguageModel | null,
  { surroundings: { log } }: CommandContext,
): void {
  if ('repositories' in result) for (const note of repositoryNotes(result)) log.warn(note);
  if (model === null) return;
  const leaves = model.isRemote ? '; their text leaves this machine' : '';
  const told = `${counted(sources.length, 'source')}, about ${counted(promptTokens, 'token')}`;
  log.info(visible(`Asking ${model.id} (${model.place}): ${told}${leaves}`));
}

type Sources = Extract<AskEvent, { type: 'sources' }>;

const MARK = ' (not in the sources)';
/** Matches what closes a citation: a mark stands behind it. */
const CLOSERS = /^[`*\])"']+/;

function askText(context: CommandContext): AskOutput {
  const { stdout } = context;
  const terminal = describeTerminal(context);
  const paint = createPaint(terminal.color);
  let found: Sources | null = null;
  let reader: CitationReader | null = null;
  let writer = new AnswerWriter(stdout, paint, {});
  const finish = (note: string): void => {
    if (reader === null) return;
    for (const piece of reader.end()) writer.write(piece);
    writer.end();
    reader = null;
    if (note !== '') stdout.write(`${paint.yellow(`[${note}]`)}\n`);
  };
  return {
    async take(event) {
      if (event.type === 'sources') {
        found = event;
        const place = 'repositories' in event.result || !terminal.links ? {} : await findCallerPlace(context);
        writer = new AnswerWriter(stdout, paint, { ...terminal, ...place });
        reader = createCitationReader(event.sources);
      } else if (event.type === 'text') {
        for (const piece of reader!.push(event.text)) writer.write(piece);
      } else {
        finish(noteOn(event));
        stdout.write(await renderSources(found!, event.end, terminal));
      }
    },
    stop: () => finish(found === null || !writer.hasBegun ? '' : 'interrupted: this answer is not whole'),
  };
}

function noteOn(event: { type: 'end' | 'failed'; end: AskEnd }): string {
  if (event.type === 'failed') return event.end.answer === '' ? '' : 'the model failed: this answer is not whole';
  return event.end.cut ? 'cut: --answer-tokens N allows more' : '';
}

/** Writes pieces as they come, without anything that a terminal obeys. */
class AnswerWriter {
  hasBegun = false;
  readonly #stdout: Output;
  readonly #paint: Paint;
  readonly #place: PlaceOptions;
  #mark = '';
  #last = '';

  constructor(stdout: Output, paint: Paint, place: PlaceOptions) {
    this.#stdout = stdout;
    this.#paint = paint;
    this.#place = place;
  }

  write({ text, citation }: AnswerPiece): void {
    this.hasBegun = true;
    const shown = visibleText(text);
    this.#last = text.at(-1) ?? this.#last;
    if (citation === null) {
      const closers = this.#mark === '' ? '' : (CLOSERS.exec(shown)?.[0] ?? '');
      const rest = shown.slice(closers.length);
      this.#stdout.write(closers);
      if (rest !== '') this.#flushMark();
      this.#stdout.write(rest);
      return;
    }
    this.#flushMark();
    if (citation.source === null) {
      this.#mark = MARK;
      this.#stdout.write(this.#paint.yellow(shown));
    } else this.#stdout.write(linked(this.#paint.cyan(shown), citation.path, citation.startLine, this.#place));
  }

  #flushMark(): void {
    if (this.#mark !== '') this.#stdout.write(this.#paint.yellow(this.#mark));
    this.#mark = '';
  }

  end(): void {
    this.#flushMark();
    if (this.hasBegun && this.#last !== '\n') this.#stdout.write('\n');
  }
}

/** The lines shown of a result where there is no model. */
const EXCERPT = 4;
const MOST_UNKNOWN = 10;

/** @returns text that ends with a newline */
async function renderSources({ result, sources }: Sources, end: AskEnd, terminal: Terminal): Promise<string> {
  const namesRepository = 'repositories' in result;
  if (end.model === null || sources.length + (result.gitContext?.recent.length ?? 0) === 0) {
    const shown = await renderResults(result, { ...terminal, namesRepository, maxLines: EXCERPT });
    if (result.gitContext === undefined) return shown;
    const { before, after } = renderGitContext(result.gitContext, terminal);
    return before + shown + after;
  }
  const { width, color } = terminal;
  const paint = createPaint(color);
  const cited = new Set(end.citations.flatMap(({ source }) => (source === null ? [] : [source])));
  const lines = [
    ...(end.answer === '' ? [paint.yellow('The model said nothing.')] : []),
    '',
    paint.bold('Sources'),
    ...sources.map((source) => sourceLine(source, namesRepository, cited.has(source.number), paint)),
    ...commitLines(result.gitContext, width, paint),
    '',
    ...unknownNote(end, width).map(paint.yellow),
    paint.dim(summaryOf(end)),
    freshnessLine(result.freshness, width, paint),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** ` 1 src/store/openStore.ts:12-48  function openStore`; those that the answer names stand out. */
function sourceLine({ number, hit }: AskSource, namesRepository: boolean, isCited: boolean, paint: Paint): string {
  const { repository, path, startLine, endLine, kind, scope, symbol } = hit;
  const range = startLine === endLine ? startLine : `${startLine}-${endLine}`;
  const place = `${namesRepository ? `${visible(repository)}  ` : ''}${visible(path)}:${range}`;
  const name = visible([kind, qualifiedName({ scope, symbol })].join(' ').trimEnd());
  return `${String(number).padStart(2)} ${isCited ? paint.bold(place) : place}  ${paint.dim(name)}`;
}

function commitLines(context: GitContext | undefined, width: number, paint: Paint): string[] {
  if (context === undefined) return [];
  const { matching, recent } = context;
  return (matching.length > 0 ? matching : recent.slice(0, 3)).map(({ repository, commit, authorDate, subject }) => {
    const of = repository === undefined ? '' : `${visible(repository)}  `;
    const text = `${of}${visible(dayOf(authorDate))} ${visible(subject)}`;
    return `   ${paint.yellow(shortCommit(commit))} ${cutEnd(text, width - 13)}`;
  });
}

function unknownNote({ citations }: AskEnd, width: number): string[] {
  const unknown = [...new Set(citations.filter(({ source }) => source === null).map(({ text }) => visible(text)))];
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, MOST_UNKNOWN).join(', ');
  const more = unknown.length > MOST_UNKNOWN ? ', …' : '';
  return wrap(`Not in the sources, so the model cannot have read it there: ${named}${more}`, width);
}

function summaryOf({ model, promptTokens, answerTokens, tookMs }: AskEnd): string {
  const tokens =
    promptTokens === null || answerTokens === null
      ? []
      : [`${counted(promptTokens, 'token')} to it, ${counted(answerTokens, 'token')} from it`];
  return [visible(model ?? ''), ...tokens, duration(tookMs)].join(', ');
}

/** Takes the events of one question in their order. */
interface AskOutput {
  take(event: AskEvent): void | Promise<void>;
  /** No more events come, because of a failure that was taken, or an error such as Ctrl-C. */
  stop?(): void;
}

/** `error` is null where the answer is whole. */
function askJson({ stdout }: Pick<CommandContext, 'stdout'>): AskOutput {
  let result: SearchResult | null = null;
  let sources: AskSource[] = [];
  return {
    take(event) {
      if (event.type === 'sources') {
        ({ result, sources } = event);
      } else if (event.type !== 'text' && result !== null) {
        const { answer, citations, model, tookMs, promptTokens, answerTokens, cut } = event.end;
        const { query, freshness } = result;
        printJson(stdout, {
          ...{ query, answer, model, sources, citations, freshness },
          ...('repositories' in result ? { repositories: result.repositories } : {}),
          usage: { promptTokens, answerTokens, cut },
          tookMs,
          gitContext: result.gitContext ?? null,
          error: event.type === 'failed' ? plainError(event) : null,
        });
      }
    },
  };
}

function askJsonLines({ stdout }: Pick<CommandContext, 'stdout'>): AskOutput {
  return {
    take: (event) => printJsonLine(stdout, event.type === 'failed' ? { ...event, error: plainError(event) } : event),
  };
}

function plainError({ error: { code, message, hint } }: Extract<AskEvent, { type: 'failed' }>) {
  return { code, message, hint: hint ?? null };
}
