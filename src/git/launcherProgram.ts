/** The program of the process in gitLauncher.ts: git-launcher.js, a bundle of its own. */

import { serveGitTasks } from './gitLauncher.ts';

serveGitTasks(process);
