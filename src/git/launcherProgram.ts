/**
 * The process that starts git for a large one: a bundle of its own, git-launcher.js. See
 * src/git/gitLauncher.ts.
 */

import { serveGitTasks } from './gitLauncher.ts';

serveGitTasks(process);
