/**
 * Server-sent events of a response that fetch reads: an EventSource can neither send a token nor a
 * body. https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */

import { createParser } from 'eventsource-parser';

export interface StreamedEvent {
  event: string;
  data: string;
}

/** @param pieces of the text, cut anywhere */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<StreamedEvent, void, undefined> {
  const found: StreamedEvent[] = [];
  const parser = createParser({ onEvent: ({ event = 'message', data }) => found.push({ event, data }) });
  for await (const piece of pieces) {
    parser.feed(piece);
    yield* found.splice(0);
  }
}
