/** A name that nothing defines: what is shown in its place, and that it says so. */

import { describe, expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const LOSS = 'def calculate_loss(batch):\n    return sum(batch)\n';
const MASK = 'def apply_mask(rows):\n    return [row for row in rows if row]\n';

async function indexed() {
  const repo = tempRepo();
  repo.file('loss.py', LOSS).file('mask.py', MASK).commit();
  await cora(repo).index();
  return repo;
}

describe('assumed names', () => {
  it('shows the nearest name and says so; a known name is never replaced', async () => {
    const repo = await indexed();
    const [mistyped, known, reordered] = await cora(repo).queryAll(['calcultae_loss', 'calculate_loss', 'mask_apply']);
    expect(mistyped!.query).toBe('calcultae_loss');
    expect(mistyped!.assumed).toEqual([{ asked: 'calcultae_loss', meant: ['calculate_loss'] }]);
    expect(mistyped!.results[0]).toMatchObject({ path: 'loss.py', symbol: 'calculate_loss' });
    expect(known!.assumed).toEqual([]);
    expect(known!.results[0]!.symbol).toBe('calculate_loss');
    expect(reordered!.assumed).toEqual([{ asked: 'mask_apply', meant: ['apply_mask'] }]);
    expect(reordered!.results[0]!.symbol).toBe('apply_mask');
  });

  it.each([
    ['where is calculateLsos called', 'calculateLsos'],
    ['who uses calcluate_loss and why', 'calcluate_loss'],
    ['what does `Loss::calculate_los` return?', 'calculate_los'],
  ])('reads a mistyped name in a sentence as the nearest one: %s', async (text, asked) => {
    const repo = await indexed();
    repo.file('other.py', 'def where_used(called):\n    return called\n').commit();
    await cora(repo).index();
    const { assumed, results } = await cora(repo).query(text);
    expect(assumed).toEqual([{ asked, meant: ['calculate_loss'] }]);
    expect(results[0]).toMatchObject({ path: 'loss.py', symbol: 'calculate_loss' });
  });

  it('knows the names of uncommitted files, and forgets those that they no longer define', async () => {
    const repo = await indexed();
    repo.file('loss.py', 'def evaluate_gradient(batch):\n    return batch\n');
    const [fresh, gone] = await cora(repo).queryAll(['evaluate_gradeint', 'calcultae_loss']);
    expect(fresh!.assumed).toEqual([{ asked: 'evaluate_gradeint', meant: ['evaluate_gradient'] }]);
    expect(fresh!.results[0]).toMatchObject({ path: 'loss.py', status: 'modified' });
    expect(gone!.assumed).toEqual([]);
    const committed = await cora(repo).query('calcultae_loss', { committed: true });
    expect(committed.assumed).toEqual([{ asked: 'calcultae_loss', meant: ['calculate_loss'] }]);
  });

  it('does not see names of other branches, and answers as a fresh index does', async () => {
    const repo = await indexed();
    repo.git('switch', '-q', '-c', 'other');
    repo.file('loss.py', 'def calculate_toss(batch):\n    return batch\n').commit();
    await cora(repo).index();
    repo.git('switch', '-q', '-');
    const asked = ['calculate_tosss', 'caculate_loss'];
    const answers = await cora(repo).queryAll(asked);
    const fresh = await indexed();
    const expected = await cora(fresh).queryAll(asked);
    const seen = (all: typeof answers) =>
      all.map(({ assumed, results }) => [assumed, results.map(({ path, score, rank }) => ({ path, score, rank }))]);
    expect(seen(answers)).toEqual(seen(expected));
    expect(answers[0]!.assumed).toEqual([{ asked: 'calculate_tosss', meant: ['calculate_loss'] }]);
  });
});
