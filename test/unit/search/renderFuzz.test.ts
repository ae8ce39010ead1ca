/**
 * Any code, path, name and commentary in an answer: its XML and Markdown are read back, and hold exactly what was put in.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project shared test/unit/search/renderFuzz.test.ts --testTimeout 36000000
 */

import { describe, expect, it } from 'vitest';
import { inertJson } from '../../../src/base/renderText.ts';
import { renderResult } from '../../../src/search/renderResult.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzz } from '../../helpers/fuzz.ts';
import { hit, result } from '../../helpers/searchAnswers.ts';

const PIECES =
  '</cora:content>|<cora:content>|</cora:content-2>|<cora:content-2>|</cora:file>|</cora:rag-result>|</CORA:content>|</ cora:content>|<!--|-->|--|]]>|"|&|&lt;|```|````|~~~|`|### 9. |> |a|code();|{|}| |\u202e|\x1b[31m|日本|😀'.split(
    '|',
  );
const content = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES, '\n') }, fc.string({ maxLength: 6 })), {
    minLength: 1,
    maxLength: 25,
  })
  .map((all) => all.join(''))
  .map((text) => text.replace(/[\r\n]+$/, '') || 'x');
const path = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, '\n', "'"), fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 6 })
  .map((all) => all.join('').replaceAll('\0', '') || 'x');

const one = (text: string, at: string) => {
  const endLine = text.split('\n').length;
  return result({
    results: [hit({ text, path: at, startLine: 1, endLine, fileLines: endLine, chunk: { startLine: 1, endLine } })],
  });
};

describe('any code at any path', () => {
  it('stands in XML as it is, in one element that ends once, behind one attribute', () => {
    fuzz(
      fc.property(content, path, (text, at) => {
        const xml = renderResult(one(text, at), 'xml');
        const [, tag] = /^<(cora:content(?:-\d+)?)>$/m.exec(xml.slice(xml.indexOf('-->')))!;
        const open = xml.indexOf(`<${tag}>\n`, xml.indexOf('-->')) + tag!.length + 3;
        expect(xml.slice(open, open + text.length)).toBe(text);
        expect(xml.slice(open + text.length)).toBe(`\n</${tag}>\n</cora:file>\n</cora:repo>\n</cora:rag-result>\n`);
        expect(text.toLowerCase()).not.toContain(`</${tag}>`);
        const file = xml
          .slice(0, open)
          .split('\n')
          .findLast((line) => line.startsWith('<cora:file '))!;
        expect(file).toMatch(/^<cora:file path="[^"<>]*" git-status="committed">$/);
      }),
      1000,
    );
  });

  it('stands in Markdown in a fence that it can not close, behind a heading of one line', () => {
    fuzz(
      fc.property(content, path, (text, at) => {
        const lines = renderResult(one(text, at), 'markdown').split('\n');
        const from = lines.findIndex((line) => /^`{3,}typescript$/.test(line));
        const fence = /^`+/.exec(lines[from]!)![0];
        const to = lines.indexOf(fence, from);
        expect(lines.slice(from + 1, to).join('\n')).toBe(text);
        expect(lines.slice(0, from).filter((line) => line.startsWith('### '))).toHaveLength(1);
      }),
      1000,
    );
  });

  it('is the same in JSON for a terminal, which obeys none of it', () => {
    fuzz(
      fc.property(content, path, (text, at) => {
        const json = renderResult(one(text, at), 'json');
        const inert = inertJson(json);
        expect(JSON.parse(inert)).toEqual(JSON.parse(json));
        expect(inert).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
      }),
      1000,
    );
  });
});
