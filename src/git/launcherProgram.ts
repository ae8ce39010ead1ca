/** The process that starts git for a large one: its own bundle, git-launcher.js (gitLauncher). */

import { serveGitTasks } from './gitLauncher.ts';

serveGitTasks(process);
