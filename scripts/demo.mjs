/** `npm run demo`: two minutes with Cora on a fresh clone. Installs what is missing, indexes this repository and asks it a question. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installMissing, root } from './installMissing.mjs';

const QUESTION = 'how are hooks installed';

if (!existsSync(join(root, '.git'))) {
  console.error(
    'The demo indexes this repository, and this folder is no Git repository: clone it instead of unpacking an archive.',
  );
  process.exit(2);
}
installMissing();
cora('index');
cora('query', '-k', '5', '--', QUESTION);
console.log(`
The index is in .git/cora; the working tree is as it was. Now ask something yourself:
  node dist/cli.js query "where is the write lock taken"
  node dist/cli.js --help`);

function cora(...args) {
  console.log(`\n$ cora ${args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)).join(' ')}`);
  const { status } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 2);
}
