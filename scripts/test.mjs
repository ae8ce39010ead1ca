/**
 * `npm test`: installs what is missing, then runs vitest, by default the projects `shared` and `alone`: unit and integration tests.
 * Arguments go to vitest: `npm test -- test/unit/search`, `npm test -- test/e2e/mcp.test.ts`, `npm test -- --project slow`. The
 * project `slow` has what takes too long for it. No build step: dist is committed.
 */

import { join } from 'node:path';
import { installMissing, installMissingServers, root } from './installMissing.mjs';
import { projectsOf, runVitest } from './runVitest.mjs';

installMissing();
const given = process.argv.slice(2);
const projects = given.some((argument) => argument.startsWith('--project'))
  ? []
  : projectsOf(given).flatMap((name) => ['--project', name]);
if (given.some((argument) => /e2e|page/.test(argument))) installMissingServers();
if (given.length === 0) console.log('All unit and integration tests: 3 to 4 minutes on two cores.');
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/tallyReporter.mjs')}`];
runVitest([...projects, ...reporters, ...given]);
