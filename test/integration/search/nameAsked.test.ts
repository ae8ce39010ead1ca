/** Small definitions that are one chunk: a result is called after the one that the question asks for. */

import { beforeAll, describe, expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const ENDINGS = `/** Reads the ending of a line. */
export const readEnding = (line: string): string => line.slice(-1);

@sealed
class Marks {
  isQuote(text: string) {
    return text === '"';
  }
  isBracketOpen(text: string) {
    return text === '(';
  }
}

export const skipBlankLines = (lines: string[]): string[] => lines.filter(Boolean);
`;

const POOL = `impl Pool {
    pub fn hire_driver(&self) -> u32 {
        1
    }
    pub fn give_back(&self) -> u32 {
        2
    }
}
`;

describe('the name of a result', () => {
  let repo: TempRepo;
  beforeAll(async () => {
    repo = tempRepo();
    repo.file('src/endings.ts', ENDINGS).file('src/pool.rs', POOL).commit();
    await cora(repo).index();
  });

  it.each([
    ['readEnding', 'src/endings.ts', 'readEnding', [], 'function', 2],
    ['skipBlankLines', 'src/endings.ts', 'skipBlankLines', [], 'function', 14],
    ['where are blank lines skipped', 'src/endings.ts', 'skipBlankLines', [], 'function', 14],
    ['isBracketOpen', 'src/endings.ts', 'isBracketOpen', ['Marks'], 'method', 9],
    ['how do we hire a driver', 'src/pool.rs', 'hire_driver', ['Pool'], 'method', 2],
    ['give_back', 'src/pool.rs', 'give_back', ['Pool'], 'method', 5],
  ])('%s', async (question, path, symbol, scope, kind, line) => {
    const { results } = await cora(repo).query(question);
    const [found] = results;
    expect(found).toMatchObject({ path, symbol, scope, kind, definition: { startLine: line } });
    expect(found!.signature).toContain(symbol);
    expect(found!.startLine).toBeLessThanOrEqual(line);
  });

  it('is one of the kind that is asked for', async () => {
    const { results } = await cora(repo).query('give_back', { kind: ['class'] });
    expect(results.map(({ symbol, kind }) => [symbol, kind])).toContainEqual(['Pool', 'class']);
  });
});
