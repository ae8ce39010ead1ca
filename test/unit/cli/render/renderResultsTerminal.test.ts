import { describe, expect, test } from 'vitest';
import { renderResults } from '../../../../src/cli/render/renderResults.ts';
import { FRESH, hit, result, SECTION } from '../../../helpers/searchAnswers.ts';

describe('escapes', () => {
  const HOSTILE = '\x1b[2J\x1b]0;owned\x07\x9b\r\u202e';

  test.each([true, false])('of the repository never reach the terminal (colours: %s)', async (color) => {
    const evil = hit({
      path: `a${HOSTILE}.ts`,
      symbol: HOSTILE,
      scope: [HOSTILE],
      text: `${HOSTILE} openTable // ${HOSTILE}\n'${HOSTILE}`,
      language: 'javascript',
    });
    const freshness = { ...FRESH, missingFiles: [{ path: HOSTILE, reason: HOSTILE }] };
    const text = await renderResults(result({ query: `x${HOSTILE}`, results: [evil], freshness }), {
      color,
      width: 200,
      links: color,
      root: '/repo',
    });
    const ours = /\x1b\[[\d;]*m|\x1b\]8;;[!-~]*\x1b\\/g;
    expect(text.replace(ours, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(text).toContain('\\x1b[2J');
    expect(text.match(ours) ?? []).not.toContain('\x1b[2J');
  });

  test('plain text holds none at all', async () => {
    expect(
      await renderResults(result({ results: [hit(), SECTION] }), {
        color: false,
        width: 80,
        links: false,
        root: '/repo',
      }),
    ).not.toContain('\x1b');
  });
});

describe('on a terminal', () => {
  test("code is coloured, the query's words are bold and underlined", async () => {
    const text = await renderResults(
      result({ query: 'connection', results: [hit({ text: "const connection = 'a'; // note\n" })] }),
      { color: true, width: 80 },
    );
    expect(text).toContain(
      "\x1b[35mconst\x1b[39m \x1b[1;4mconnection\x1b[22;24m = \x1b[32m'a'\x1b[39m; \x1b[90m// note\x1b[39m",
    );
  });

  test('colours add nothing to the text', async () => {
    const plain = await renderResults(result({ results: [hit(), SECTION] }), { color: false, width: 80 });
    const colored = await renderResults(result({ results: [hit(), SECTION] }), { color: true, width: 80 });
    expect(colored.replace(/\x1b\[[\d;]*m/g, '').replace(/ +$/gm, '')).toBe(plain);
  });

  test("each line ends in the terminal's own colours", async () => {
    const comment = hit({ text: '/*\n * openTable in a comment\n */\nconst a = `\nopenTable\n`;\n', signature: '' });
    const text = await renderResults(result({ results: [comment] }), { color: true, width: 80 });
    for (const line of text.split('\n')) {
      const codes = [...line.matchAll(/\x1b\[([\d;]*)m/g)].flatMap((match) => match[1]!.split(';'));
      const colors = codes.filter((code) => /^(3|9)\d$/.test(code));
      expect(colors.length === 0 || colors.at(-1) === '39', JSON.stringify(line)).toBe(true);
      expect(codes.filter((code) => code === '4').length).toBe(codes.filter((code) => code === '24').length);
    }
  });

  test('a path is a link to its line where links are wanted and the place is known', async () => {
    const linked = await renderResults(result(), { color: true, width: 80, links: true, root: '/repo/it' });
    expect(linked).toContain('\x1b]8;;file:///repo/it/src/store/openTable.ts#40\x1b\\');
    expect(await renderResults(result(), { color: true, width: 80, links: true })).not.toContain('\x1b]8');
    expect(await renderResults(result(), { color: true, width: 80, root: '/repo/it' })).not.toContain('\x1b]8');
  });

  test('a language without a grammar is shown plain', async () => {
    const text = await renderResults(
      result({ query: 'x', results: [hit({ language: 'klingon', text: 'const a = 1;\n' })] }),
      { color: true, width: 80 },
    );
    expect(text).toContain('  const a = 1;');
  });
});
