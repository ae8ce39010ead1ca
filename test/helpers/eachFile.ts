/** Runs before each test file, also where several share their modules: vitest.config.ts names it. */

import { afterAll } from 'vitest';
import { endFile } from './atEnd.ts';
import { startGitElsewhere } from './startGit.ts';

if (process.env['CORA_TESTS_WORKER'] === 'shared') startGitElsewhere();
afterAll(endFile);
