import { describe, expect, it } from 'vitest';
import type { CommentaryPlan, CommentaryReport } from '../../../src/base/answerTypes.ts';
import { confirmCost } from '../../../src/cli/commands/index.ts';
import { renderCommentary } from '../../../src/cli/renderReport.ts';
import type { CommandContext } from '../../../src/settings/commandContext.ts';

const PLAN: CommentaryPlan = {
  model: 'openai:small',
  place: 'OpenAI',
  isRemote: true,
  chunks: 2000,
  missing: 1500,
  now: 1000,
  promptTokens: 900_000,
  answerTokens: 110_000,
};
const LINE =
  'openai:small (OpenAI; their text leaves this machine) will describe 1,000 of 1,500 chunks without commentary: about 900,000 tokens to it, 110,000 from it\n';

async function ask(
  answer: string | Promise<string>,
  { isTTY = true, yes = false, quiet = false, signal = new AbortController().signal } = {},
) {
  let shown = '';
  const stdin = Object.assign(
    (async function* () {
      yield answer;
    })(),
    { isTTY },
  );
  const stderr = { isTTY, write: (text: string) => (shown += text) };
  const context = { options: { yes, quiet }, stdin, stderr, signal };
  return { goes: await confirmCost(PLAN, context as unknown as CommandContext), shown };
}

describe('what commentary costs', () => {
  it.each([
    ['\n', true],
    ['y\n', true],
    ['YES\n', true],
    ['n\n', false],
    ['what?\n', false],
  ])('is asked about on a terminal: %j', async (answer, goes) => {
    expect(await ask(answer)).toEqual({ goes, shown: `${LINE}Go on? [Y/n] ` });
  });

  it('is not agreed to by Ctrl-C', async () => {
    const never = new Promise<string>(() => undefined);
    expect(await ask(never, { signal: AbortSignal.abort() })).toMatchObject({ goes: false });
  });

  it('is said and not asked about elsewhere, and with --yes', async () => {
    expect(await ask('n\n', { isTTY: false })).toEqual({ goes: true, shown: LINE });
    expect(await ask('n\n', { yes: true })).toEqual({ goes: true, shown: LINE });
    expect(await ask('n\n', { yes: true, quiet: true })).toEqual({ goes: true, shown: '' });
  });
});

describe('what commentary did', () => {
  const nothing: CommentaryReport = {
    ...PLAN,
    ...{ written: 0, recovered: 0, empty: 0, failed: 0, usedTokens: 0, stopped: null, problem: null, tookMs: 5 },
  };

  it.each<[Partial<CommentaryReport>, string[]]>([
    [{ missing: 0 }, ['Commentary: 2,000 chunks have it']],
    [{}, ['Commentary: nothing to do']],
    [{ stopped: 'declined' }, ['Commentary: not wanted']],
    [
      { written: 1000, recovered: 6, empty: 1, failed: 2, usedTokens: 1_000_000, stopped: 'limit' },
      [
        'Commentary: 1,000 chunks described by openai:small, 6 of them paid for earlier, 1 answer without a word, 2 chunks failed, 1,000,000 tokens used, the rest waits for the next run (--commentary-limit)',
      ],
    ],
    [{ stopped: 'failures', problem: 'It\u001b[31m is down' }, ['Commentary: given up', '  It\\x1b[31m is down']],
  ])('is told: %j', (report, lines) => {
    expect(renderCommentary({ ...nothing, ...report })).toEqual(lines);
  });
});
