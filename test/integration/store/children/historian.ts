/** Indexes the history of one commit after another. Arguments: repository, root of the stores, commits, oldest first. */

import { openRepository } from '../../../../src/git/openRepository.ts';
import { indexHistory } from '../../../../src/history/indexHistory.ts';
import { silent } from './rows.ts';

const [dir, root, ...commits] = process.argv.slice(2) as [string, string, ...string[]];
const repository = await openRepository(dir, process.env);
for (const commit of commits) {
  const { added } = await indexHistory({ repository, root, limit: 1000, commit, full: false, log: silent });
  process.stdout.write(`${added}\n`);
}
