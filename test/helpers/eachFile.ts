/** Runs before each test file, also where several share their modules: vitest.config.ts names it. */

import { afterAll } from 'vitest';
import { endFile } from './atEnd.ts';
import { closedSessions } from './closedSessions.ts';
import { startGitElsewhere } from './startGit.ts';

if (process.env['CORA_TESTS_WORKER'] === 'shared') {
  startGitElsewhere();
  // The last one to run.
  afterAll(closedSessions);
}
afterAll(endFile);
