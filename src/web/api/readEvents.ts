/**
 * Server-sent events of a response that fetch reads: an EventSource can neither send a token nor a body.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */

export interface ServerEvent {
  event: string;
  data: string;
}

/** @param pieces of the text, cut anywhere */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<ServerEvent, void, undefined> {
  let fields = { event: '', data: [] as string[] };
  for await (const line of linesIn(pieces)) {
    if (line === '') {
      if (fields.data.length > 0) yield { event: fields.event || 'message', data: fields.data.join('\n') };
      fields = { event: '', data: [] };
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') fields.event = value;
    if (name === 'data') fields.data.push(value);
  }
}

/** Without the last one if no line break ends it: an event that was cut off is none. */
async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    // A \r at the end may be half of \r\n.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\r|\n/);
    rest = lines.pop()! + rest.slice(end);
    yield* lines;
  }
}
