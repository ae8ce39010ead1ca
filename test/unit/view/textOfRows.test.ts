/** A file put together from its chunks is the file, but for what blank lines hold. */

import { describe, expect, it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { textOfRows } from '../../../src/view/cutLines.ts';

/** Without what stands in blank lines, and without those at the end. */
function known(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')
    .replace(/[\r\n]+$/, '');
}

async function again(text: string, language: string): Promise<string> {
  const { chunks } = (await chunkBlob(Buffer.from(text), language))!;
  expect(chunks.length).toBeGreaterThan(0);
  return textOfRows([...chunks].reverse());
}

const LONG_FUNCTION = `function long() {\n${Array.from({ length: 400 }, (_, at) => `  step(${at}, "${'x'.repeat(at % 50)}");`).join('\n')}\n}\n`;

describe('a file of its rows', () => {
  it.each([
    [
      'code with blank lines',
      'typescript',
      `\n\nimport a from 'a';\n\n\n/** Doc. */\nexport function f() {\n\n  return a;\n}\n \nclass C {\n  m() {}\n\n  n() {}\n}\n`,
    ],
    ['a definition in pieces that share lines', 'javascript', LONG_FUNCTION],
    ['lines too long for a chunk', 'javascript', `const a = [${'1234567, '.repeat(3000)}];\nconst b = 2;\n`],
    ['documents', 'markdown', `# One\n\ntext\n\n## Two\n\n- a\n- b\n\n\n\nend ä \u{1f600}\n`],
    ['data', 'json', `{\n  "a": [1, 2, 3],\n\n  "b": { "c": "d" }\n}\n`],
    ['Windows line ends', 'python', 'def f():\r\n    return 1\r\n\r\n\r\ndef g():\r\n    return 2\r\n'],
  ])('%s', async (_, language, text) => {
    expect(known(await again(text, language))).toBe(known(text));
  });
});
