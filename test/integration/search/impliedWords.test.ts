/** Plain questions of somebody who does not know the words of the code. */

import { beforeAll, describe, expect, it } from 'vitest';
import { wordsOfAnswer } from '../../../src/search/queryWords.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const SCREEN = `// Looks at each screen, in case that a long message was moved there.
export function screenCheck(screens: string[], message: string): boolean {
  return screens.some((screen) => message.startsWith(screen));
}
`;
const QUEUE = `// Hides what is older than its timeout.
export function expire(queue: { timeout: number; shown: number }[], now: number): void {
  while (queue.length > 0 && now - queue[0].shown > queue[0].timeout) queue.shift();
}
`;
const QUESTION = 'how long does a message stay on screen';

describe('a plain question', () => {
  let repo: TempRepo;
  beforeAll(async () => {
    repo = tempRepo();
    repo.file('src/screen.ts', SCREEN).file('src/queue.ts', QUEUE).commit('a screen for each long message');
    await cora(repo).index();
  });

  const found = async (question: string) =>
    (await cora(repo).query(question, { mode: 'words' })).results.map(({ path }) => path);

  it('finds code by what its idiom asks for, and shows these words', async () => {
    expect(await found(QUESTION)).toContain('src/queue.ts');
    expect(await found('does a message stay on screen for long')).toEqual(['src/screen.ts']);
    expect([...wordsOfAnswer(await cora(repo).query(QUESTION)).asked.values()]).toContain('timeout');
  });

  it('implies nothing in a report', async () => {
    const report = `${QUESTION}\n\n\`\`\`\nscreenCheck([], 'x')\n\`\`\`\n`;
    expect(await found(report)).toEqual(['src/screen.ts']);
  });
});
