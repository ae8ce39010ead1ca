/** What `related` lists first, and for what a line stands. */

import { expect, it } from 'vitest';
import type { RelatedHit } from '../../../src/base/searchTypes.ts';
import { related } from '../../../src/graph/related.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

async function relatedTo(repo: TempRepo, path: string, line: number, limit: number): Promise<RelatedHit[]> {
  await cora(repo).index();
  const searcher = await cora(repo).searcher();
  try {
    const asked = { place: { path, line }, limit, paths: [], languages: [], kinds: [] };
    return (await related(await searcher.symbols(), asked)).related;
  } finally {
    searcher.close();
  }
}

it('lists every relation before what is only similar, whatever the limit', async () => {
  const repo = tempRepo();
  repo.file('src/option.ts', 'export function versionOption(name: string) {\n  return name;\n}\n');
  const callers = Array.from(
    { length: 6 },
    (_, at) => `export function zebra${at}() {\n  return [versionOption('${at}'), ${at}];\n}\n`,
  );
  repo.file('src/many.ts', `import { versionOption } from './option';\n\n${callers.join('\n')}`);
  for (let at = 0; at < 6; at++)
    repo.file(`src/alike${at}.ts`, `export function versionOption${at}(name: string) {\n  return name;\n}\n`);
  repo.commit();
  const all = await relatedTo(repo, 'src/option.ts', 1, 100);
  const similar = all.map(({ reason }) => reason === 'similar');
  expect(similar.filter((is) => !is)).toHaveLength(6);
  expect(similar.indexOf(true)).toBe(6);
  const few = await relatedTo(repo, 'src/option.ts', 1, 4);
  expect(few).toEqual(all.slice(0, 4));
});

it('answers for the block of a test, and for what a comment documents', async () => {
  const repo = tempRepo();
  repo.file('src/open.ts', 'export function openIt() {}\nexport function closeIt() {}\n');
  repo.file(
    'src/user.ts',
    `import { closeIt, openIt } from './open';

export class User {
  other() {
    openIt();
  }

  /**
   * Closes what is open.
   */
  close() {
    closeIt();
  }
}
`,
  );
  repo.file(
    'test/user.test.ts',
    `import { closeIt, openIt } from '../src/open';

describe('user', () => {
  it('opens', () => {
    openIt();
  });

  it('closes', () => {
    closeIt();
  });
});
`,
  );
  repo.commit();
  const reasons = async (path: string, line: number): Promise<string[]> =>
    (await relatedTo(repo, path, line, 100))
      .map(({ reason }) => reason)
      .filter((reason) => reason.startsWith('called'));
  expect(await reasons('test/user.test.ts', 9)).toEqual(['called by closes']);
  expect(await reasons('src/user.ts', 9)).toEqual(['called by User.close']);
});

it('looks at the first 1,000 definitions of a whole file, and says so', async () => {
  const repo = tempRepo();
  const names = Array.from({ length: 1003 }, (_, at) => `zebra${at}`);
  repo.file('src/many.ts', names.map((name) => `export function ${name}() {\n  return 1;\n}\n`).join(''));
  for (const name of ['zebra999', 'zebra1000'])
    repo.file(`src/${name}.ts`, `import { ${name} } from './many';\n\nexport const of${name} = () => [${name}()];\n`);
  repo.commit();
  await cora(repo).index();
  const searcher = await cora(repo).searcher();
  const ofAll = { limit: 100, paths: [], languages: [], kinds: [] };
  const { related: found, note } = await related(await searcher.symbols(), {
    place: { path: 'src/many.ts', line: null },
    ...ofAll,
  });
  searcher.close();
  expect(found.filter(({ reason }) => reason !== 'similar').map(({ path }) => path)).toEqual(['src/zebra999.ts']);
  expect(found.map(({ path }) => path)).not.toContain('src/many.ts');
  expect(note).toBe(
    'Only the first 1000 of 1003 definitions of src/many.ts were looked at, those to line 3000. With a line, one definition is asked about.',
  );
});
