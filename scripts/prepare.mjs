/**
 * Points Git at .husky, so that commits here run the fast checks. installMissing.mjs runs it, and npm does not: a `prepare` in package.json
 * would go into the tarball, which has no such script. It never fails: in CI, in production, without Git's directory or without husky there
 * is nothing to prepare.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.env.CI && process.env.NODE_ENV !== 'production' && existsSync(`${root}/.git`)) {
  try {
    const { default: husky } = await import('husky');
    process.chdir(root);
    const problem = husky();
    if (problem) console.error(`husky: ${problem}`);
  } catch (error) {
    console.error(`Git hooks were not set up (${error.message}); everything else works without them.`);
  }
}
