/**
 * Limits what a client of MCP may send. It is measured before the SDK takes it apart, which knows
 * no limit but that of its buffer.
 */

import { type JsonLimits, tooMuchJson } from '../base/boundedJson.ts';

const LINE_FEED = 10;
/** More than the SDK's buffer takes: a message without an end. */
const MOST_HELD = 11_000_000;

/** A long chat has room. */
export const MESSAGE: JsonLimits = { bytes: 4_000_000, depth: 64, values: 100_000 };

/**
 * Whole lines. One that is too long or too deep is left out; one without an end is handed on as it
 * is.
 * @param refuse is told why
 */
export async function* messagesWithin(
  input: AsyncIterable<Buffer>,
  refuse: (why: string) => void,
): AsyncGenerator<Buffer, void, undefined> {
  let begun: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    begun.push(part);
  };
  const take = (): Buffer | null => {
    const message = length > MESSAGE.bytes ? null : Buffer.concat(begun);
    const why = message === null ? `it has more than ${MESSAGE.bytes} bytes` : tooMuchJson(message, MESSAGE);
    begun = [];
    length = 0;
    if (why !== null) refuse(why);
    return why === null ? message : null;
  };
  for await (const chunk of input) {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      add(rest.subarray(0, end + 1));
      rest = rest.subarray(end + 1);
      const message = take();
      if (message !== null) yield message;
    }
    if (rest.length > 0) add(rest);
    if (length <= MOST_HELD) continue;
    // The SDK ends the connection.
    yield Buffer.concat(begun);
    begun = [];
    length = 0;
  }
  const last = length > 0 ? take() : null;
  if (last !== null) yield last;
}
