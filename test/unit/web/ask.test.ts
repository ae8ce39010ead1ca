/** Citations in an answer, and the events that it comes in. */

import { describe, expect, it } from 'vitest';
import { readEvents, type StreamedEvent } from '../../../src/web/api/readEvents.ts';
import { citationsSoFar, splitCitations } from '../../../src/web/ask/splitCitations.ts';
import fc from '../../helpers/fastCheck.ts';

const cite = (text: string, source: number | null) => ({ text, file_path: 'a.ts', start_line: 1, end_line: 2, source });

describe('citations', () => {
  it('are cut out of the text, the longer of two first', () => {
    const known = cite('a.ts:1-2', 1);
    const unknown = cite('a.ts:1', null);
    expect(splitCitations('see a.ts:1-2 and a.ts:1.', [unknown, known])).toEqual([
      { text: 'see ', cites: null },
      { text: 'a.ts:1-2', cites: known },
      { text: ' and ', cites: null },
      { text: 'a.ts:1', cites: unknown },
      { text: '.', cites: null },
    ]);
  });

  it('leave all of the text', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ':', '1', ' ') });
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 4 }), (text, cited) => {
        const parts = splitCitations(
          text,
          cited.map((one) => cite(one, 1)),
        );
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }),
    );
  });

  it('of an unfinished answer are those that a source covers', () => {
    const sources = [{ number: 3, file_path: 'src/a.ts', start_line: 10, end_line: 40 }];
    const found = citationsSoFar('`src/a.ts:12-15`, src/a.ts:50, b.ts:12 and (src/a.ts:10', sources);
    expect(found.map(({ text, source }) => [text, source])).toEqual([
      ['src/a.ts:12-15', 3],
      ['src/a.ts:10', 3],
    ]);
  });
});

describe('events', () => {
  const stream =
    ': hello\r\nevent: text\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata:x\n\nid: 7\n\nevent: end\ndata: y\n\ndata: cut off';
  const wanted: StreamedEvent[] = [
    { event: 'text', data: '{"a":\n1}' },
    { event: 'message', data: 'x' },
    { event: 'end', data: 'y' },
  ];

  async function read(pieces: readonly string[]): Promise<StreamedEvent[]> {
    const source = (async function* () {
      yield* pieces;
    })();
    const events: StreamedEvent[] = [];
    for await (const event of readEvents(source)) events.push(event);
    return events;
  }

  it('are the same wherever the stream is cut', async () => {
    for (let at = 0; at <= stream.length; at++)
      expect(await read([stream.slice(0, at), stream.slice(at)])).toEqual(wanted);
    expect(await read([...stream])).toEqual(wanted);
  });
});
