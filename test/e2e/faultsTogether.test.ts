/** Two who build and eight who ask, for as long as it takes: everybody gets an answer, and the index ends whole. Ten minutes in the full form. */

import { describe, expect, it } from 'vitest';
import { cora } from '../helpers/cora.ts';
import { codeRepo, functionOf } from '../helpers/describedRepo.ts';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { runCli } from '../helpers/runCli.ts';
import { tempDir } from '../helpers/tempRepo.ts';

const FOR_MS = IS_FULL ? 10 * 60_000 : 5_000;
const BUILDERS = 2;
const READERS = 8;

const table = faultTable('Several at once');

describe('two builds and eight readers', () => {
  it('do not disturb each other', async () => {
    const repo = codeRepo();
    await cora(repo).index();
    const until = Date.now() + FOR_MS;
    const random = randomOf('together');
    const counts = { runs: 0, answers: 0, commits: 0 };
    const env = { ...repo.env, CORA_EMBEDDER: 'hash' };

    async function build(): Promise<void> {
      while (Date.now() < until) {
        const draw = random();
        const args = draw < 0.6 ? ['index', '--quiet'] : draw < 0.8 ? ['index', '--full', '--quiet'] : ['gc'];
        const result = await runCli(args, { cwd: repo.dir, env });
        expect(clearEnd(result, args.join(' '))).toBeNull();
        counts.runs += 1;
      }
    }

    async function read(): Promise<void> {
      while (Date.now() < until) {
        const { results } = await cora(repo).query('checkPassword');
        expect(results[0]?.path).toBe('src/login.ts');
        counts.answers += 1;
      }
    }

    /** The one who works in the repository. */
    async function work(): Promise<void> {
      while (Date.now() < until) {
        repo.file(`lib/f${counts.commits % 50}.ts`, functionOf(`step${counts.commits}`, 'given')).commit();
        counts.commits += 1;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    }

    await Promise.all([work(), ...Array.from({ length: BUILDERS }, build), ...Array.from({ length: READERS }, read)]);
    expect(counts.answers).toBeGreaterThanOrEqual(READERS);
    const did = `${FOR_MS / 1000} s: ${counts.runs} runs of two builders, ${counts.commits} commits, ${counts.answers} answers to eight readers`;
    process.stdout.write(`${did}\n`);
    await cora(repo).index();
    await isUsable(repo, 'afterwards');
    const fresh = cora(repo, { store: tempDir() });
    await fresh.index();
    const question = `step${counts.commits - 1}`;
    expect((await cora(repo).query(question)).results).toEqual((await fresh.query(question)).results);
    table.add({
      fault: 'two builds, gc and eight readers',
      happens: 'writers take turns; every query answers',
      mends: 'nothing needs to',
    });
    table.check();
    table.did(did);
  });
});
