import { describe, expect, it } from 'vitest';
import { renderResult } from '../../../src/search/renderResult.ts';
import { CALLER, hit, result, SECTION } from '../../helpers/searchAnswers.ts';

const ORIGIN = 'https://github.com/example/repo';

describe('markdown', () => {
  it('numbers the results: place, why, code in a fence of its language', () => {
    const code = hit({
      repository: ORIGIN,
      startLine: 40,
      endLine: 44,
      text: 'function openTable(dir) {\n  a();\n  b();\n  return open(dir);\n}',
      elided: [{ startLine: 41, endLine: 42 }],
      identical: [{ path: 'copy`.ts', startLine: 1, endLine: 5, nearly: true }],
      commentary: 'Opens.\nOnce ![x](http://e/).',
    });
    const text = renderResult(
      result({
        results: [code, { ...SECTION, repository: ORIGIN }],
        related: [CALLER],
        cutBy: 'limit',
        truncated: true,
      }),
      'markdown',
    );
    expect(text).toMatchInlineSnapshot(`
      "https://github.com/example/repo at a1b2c3d4e5f6

      ### 1. \`src/store/openTable.ts:40,43-44\`

      function \`openTable\` — open, table; symbol; nearly identical: \`\` copy\`.ts:1-5 \`\`

      > *Written by an AI at indexing time:* Opens. Once \\!\\[x\\](http://e/).

      \`\`\`typescript
      function openTable(dir) {
      . . .
        return open(dir);
      }
      \`\`\`

      ### 2. \`docs/guide.md:7-9\` (modified)

      section \`Guide › Storage › Tables\` — open, table; path

      \`\`\`markdown
      ## Tables

      A table is opened once for each process.

      \`\`\`

      Read next:

      - \`src/commands/readTables.ts:12-30\` calls openTable — function \`readTables\`

      There are more results than were asked for.
      "
    `);
  });

  it('fences code with more back-ticks than it holds', () => {
    const text = renderResult(
      result({ results: [hit({ startLine: 1, endLine: 3, text: '````md\nx\n````' })] }),
      'markdown',
    );
    expect(text).toContain('\n`````typescript\n````md\nx\n````\n`````\n');
  });

  it('names the repository of each result where there are several', () => {
    const results = [hit({ repository: 'one' }), hit({ repository: 'two', rank: 2 })];
    const headings = renderResult(result({ results }), 'markdown').match(/^###.*$/gm);
    expect(headings?.map((line) => line.replace(/.* of /, ''))).toEqual(['one at a1b2c3d4e5f6', 'two at a1b2c3d4e5f6']);
  });

  it('says that nothing was found', () => {
    expect(renderResult(result({ results: [] }), 'markdown')).toBe('Nothing found for "open a table with options".\n');
  });
});
