/**
 * /query and /query/stream: a question, its sources and, where a language model is configured, its
 * answer with citations.
 */

import { type AskEnd, type AskEvent, type AskSearcher, ask, askRequestOf } from '../../ask/ask.ts';
import type { LanguageModel } from '../../base/answerTypes.ts';
import { listOf, snakeKeys } from '../../base/lists.ts';
import type { AskSource, SearchHit } from '../../base/searchTypes.ts';
import { qualifiedName } from '../../base/words.ts';
import { frameOf, upToBound } from '../../search/fitResult.ts';
import type { SessionPlace } from '../../session/openSessions.ts';
import type { AnswerSettings, SearchSettings } from '../../settings/requests.ts';
import type { AddRoutes, ApiServices } from '../apiServices.ts';
import { errorOf, faultOf } from '../errors.ts';
import { type ServerEvent, streamEvents } from '../liveRequests.ts';
import { answers, answersAsEvents, jsonBody, routesOf } from '../schemas/openApi.ts';
import type { EndEvent, QueryRequestBody, SourceBody, SourcesEvent } from '../schemas/search.ts';
import * as schemas from '../schemas/search.ts';

const route = routesOf('search');
const body = jsonBody(schemas.queryRequest, true);
const query = route('post', '/query', 'Ask about a repository', {
  request: { body },
  responses: answers(schemas.queryAnswer, 'The answer, its sources and the places that it names.'),
});
const stream = route('post', '/query/stream', 'The same as it comes', {
  request: { body },
  responses: answersAsEvents(
    schemas.eventStream,
    'Server-sent events: "sources" once (SourcesEvent), "text" any number of times (TextEvent), then "end" (EndEvent) or "failed" (FailedEvent).',
  ),
});

/** Milliseconds. A model on this machine may have to be loaded first. */
const LIMIT = 600_000;

export const addQuery: AddRoutes = (app, services) => {
  for (const [name, schema] of Object.entries(schemas.EVENTS)) app.openAPIRegistry.register(name, schema);

  app.openapi(query, async (c) => {
    c.get('life').limit(LIMIT);
    const asked = await askedOf(services, c.req.valid('json'));
    let sources: schemas.SourcesEvent | null = null;
    for await (const event of asking(services, asked, c.get('life').signal)) {
      if (event.type === 'sources') sources = sourcesBody(asked, services.model, event);
      if (event.type === 'failed') throw event.error;
      if (event.type !== 'end' || sources === null) continue;
      const { answer, citations, note } = endBody(event.end);
      return c.json({ answer, ...sources, citations, note }, 200);
    }
    throw new Error('the answer has no end');
  });

  app.openapi(stream, async (c) => {
    const life = c.get('life');
    // Before anything is asked of a model.
    life.claimStream();
    life.limit(LIMIT);
    const began = performance.now();
    const asked = await askedOf(services, c.req.valid('json'));
    const events = asking(services, asked, life.signal);
    // An error before anything is found has a status of its own.
    const first = await events.next();
    const eventOf = (event: AskEvent): ServerEvent => {
      if (event.type === 'sources') return { event: 'sources', data: sourcesBody(asked, services.model, event) };
      if (event.type === 'text') return { event: 'text', data: { text: event.text } };
      if (event.type === 'end') return { event: 'end', data: endBody(event.end) };
      return { event: 'failed', data: { ...endBody(event.end), error: errorOf(c, faultOf(event.error)) } };
    };
    const cutOff = (error: unknown, answer: string): ServerEvent => ({
      event: 'failed',
      data: {
        answer,
        citations: [],
        note: null,
        took_ms: Math.round(performance.now() - began),
        error: errorOf(c, faultOf(error, life.signal)),
      },
    });
    return streamEvents(c, told(first.done === true ? null : first.value, events, eventOf, cutOff));
  });
};

/**
 * Yields the events of an answer. If it breaks off in the middle, the last event holds the text so
 * far.
 */
async function* told(
  first: AskEvent | null,
  others: AsyncGenerator<AskEvent>,
  eventOf: (event: AskEvent) => ServerEvent,
  cutOff: (error: unknown, answer: string) => ServerEvent,
): AsyncGenerator<ServerEvent> {
  let said = '';
  try {
    if (first !== null) yield eventOf(first);
    for await (const event of others) {
      if (event.type === 'text') said += event.text;
      yield eventOf(event);
    }
  } catch (error) {
    yield cutOff(error, said);
  } finally {
    await others.return(undefined);
  }
}

/**
 * Asks. The search takes its turn among all others; the model is waited for outside of the turns.
 */
async function* asking(
  { model, slots, modelSlots, sessions }: ApiServices,
  asked: Asked,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const leaveModel = model === null ? () => undefined : await modelSlots.take(signal);
  let leave: () => void = () => undefined;
  try {
    const searcher = await sessions.now(asked.place, signal);
    try {
      leave = await slots.take(signal);
      const counting: AskSearcher = {
        search: async (request, stop) => {
          const result = await searcher.search(request, stop);
          asked.retrieved = result.results.length;
          return result;
        },
      };
      for await (const event of ask(
        counting,
        model,
        askRequestOf(asked.text, asked.search, asked.answer, asked.askedLimit),
        signal,
      )) {
        leave();
        yield event;
      }
    } finally {
      searcher.close();
    }
  } finally {
    leave();
    leaveModel();
  }
}

// A question and its answer in the names of the API.

interface Asked {
  text: string;
  repoId: string;
  /** The options of the repository, with the filters of the question. */
  search: SearchSettings;
  answer: AnswerSettings;
  askedLimit: number | null;
  /** The place, without the filters: questions with other filters share its session. */
  place: SessionPlace;
  /** Results of the search, before the prompt's budget cut them. */
  retrieved: number;
}

type Found = Extract<AskEvent, { type: 'sources' }>;

const NO_MODEL =
  'No language model is configured, so these are the sources alone. cora serve --model ollama:MODEL, openai:MODEL or codex; or CORA_MODEL.';
const NOTHING = 'There is no answer. Either nothing was found to show the model, or the model said nothing.';
/** Characters of a preview; the whole is in /files/content. */
const PREVIEW = 1500;

/** Reads what is asked, and of which repository. @throws HttpError 404, 409 */
export async function askedOf(
  { repositories }: { repositories: Pick<ApiServices['repositories'], 'pick' | 'placeOf'> },
  body: QueryRequestBody,
): Promise<Asked> {
  const repository = await repositories.pick(body.repo_id);
  const { settings, surroundings } = repositories.placeOf(repository);
  const { n_results: limit, use_reranking: isReranked = true, language, file_path } = body;
  const search = {
    ...settings.search,
    paths: listOf(file_path).map((path) => (path.endsWith('/') ? `${path}**` : path)),
    languages: listOf(language),
    ...(limit === undefined ? {} : { limit }),
  };
  const place = { settings: isReranked ? settings : { ...settings, reranker: null }, surroundings };
  const { answer } = settings;
  return { text: body.query, repoId: repository.id, search, answer, askedLimit: limit ?? null, place, retrieved: 0 };
}

function sourcesBody(
  { repoId, place, retrieved }: Asked,
  model: LanguageModel | null,
  { result, sources, promptTokens }: Found,
): SourcesEvent {
  const hits = sources.map(({ hit }) => hit);
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  return {
    repo_id: repoId,
    sources: sources.map((source) => sourceBody(source, best)),
    metadata: {
      retrieved_chunks: retrieved,
      final_chunks: sources.length,
      fewer: result.fewer,
      reranking_applied: place.settings.reranker !== null,
      collection: repoId,
      summary: {
        unique_files: new Set(hits.map(({ path }) => path)).size,
        total_lines: hits.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0),
        languages: [...new Set(hits.map(({ language }) => language))].sort(),
      },
      prompt_length: promptTokens,
      llm_provider: model?.id ?? null,
    },
    freshness: result.freshness,
    ...(result.gitContext === undefined ? {} : { git_context: { ...result.gitContext } }),
  };
}

function sourceBody({ number, hit }: AskSource, best: number): SourceBody {
  const { path, kind, symbol, startLine, endLine, definition, score, language, scope, chunkId } = hit;
  return {
    number,
    file_path: path,
    chunk_type: kind,
    name: qualifiedName({ scope, symbol }),
    ...snakeKeys({ startLine, endLine }),
    definition: snakeKeys(definition),
    similarity: Math.round(Math.max(0, score / best) * 1000) / 1000,
    code_preview: previewOf(hit),
    language,
    chunk_id: chunkId,
  };
}

/**
 * Returns the beginning of a text: whole lines, where there is more than one, up to the end of a
 * statement.
 */
function previewOf(hit: SearchHit): string {
  const { text, startLine } = hit;
  if (text.length <= PREVIEW) return text;
  const end = text.lastIndexOf('\n', PREVIEW);
  if (end <= 0) return text.slice(0, PREVIEW).replace(/[\ud800-\udbff]$/, '');
  const lines = text.slice(0, end).split('\n');
  return lines.slice(0, upToBound(frameOf(hit), lines, startLine, 1, lines.length) ?? lines.length).join('\n');
}

function endBody({ answer, citations, model, tookMs, cut }: AskEnd): EndEvent {
  const isAnswered = model !== null && answer !== '';
  const why = cut ? 'The answer was cut: it reached --answer-tokens.' : isAnswered ? null : NOTHING;
  return {
    answer: isAnswered ? answer : null,
    citations: citations.map(({ repository: _, path: file_path, ...cited }) => ({ file_path, ...snakeKeys(cited) })),
    note: model === null ? NO_MODEL : why,
    took_ms: tookMs,
  };
}
