/** /query and /query/stream: a question, its sources and, where a language model is configured, its answer with citations. */

import { createRoute } from '@hono/zod-openapi';
import { ask, askRequestOf } from '../../ask/ask.ts';
import type { AskEvent, AskSearcher } from '../../ask/askTypes.ts';
import { answers, answersAsEvents, jsonBody } from '../answers.ts';
import type { AddRoutes, ApiServices } from '../apiTypes.ts';
import { errorOf, faultOf } from '../errors.ts';
import { type Asked, askedOf, endBody, sourcesBody } from '../queryBodies.ts';
import * as schemas from '../schemas/query.ts';
import { type ServerEvent, streamEvents } from '../streamEvents.ts';

const tags = ['search'];
const body = jsonBody(schemas.queryRequest, true);
const query = createRoute({
  method: 'post',
  path: '/query',
  tags,
  summary: 'Ask about a repository',
  request: { body },
  responses: answers(schemas.queryAnswer, 'The answer, its sources and the places that it names.'),
});
const stream = createRoute({
  method: 'post',
  path: '/query/stream',
  tags,
  summary: 'The same as it comes',
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
    // What is wrong before anything is found has a status of its own.
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

/** Also where it is ended in the middle, what was said until then is kept. */
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

/** The search takes its turn among all others; the model is waited for without being in their way. */
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
        gitContext: (text) => searcher.gitContext(text),
      };
      for await (const event of ask(
        counting,
        model,
        askRequestOf(asked.text, asked.options, asked.askedLimit),
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
