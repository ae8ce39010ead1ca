/** Files and questions of a repository, at equal distances. */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { runMeasured } from '../runMeasured.mjs';

export async function indexedPaths(cli, folder, env) {
  const { stdout } = await runMeasured(cli, ['files', '--json'], { cwd: folder, env });
  return JSON.parse(stdout)
    .files.filter(({ indexed }) => indexed)
    .map(({ path }) => path);
}

/** Returns `count` of the paths, at equal distances. */
export function spread(paths, count) {
  return Array.from({ length: count }, (_, at) => paths[Math.floor(((at + 0.5) * paths.length) / count)]);
}

/** Returns questions: words of file names, every other one in a sentence. */
export function questionsOf(paths, count) {
  return spread(paths, count).map((path, at) => {
    const words = basename(path, extname(path))
      .replace(/(?<=[a-z])(?=[A-Z])|[\W_]+|\d+/g, ' ')
      .trim()
      .toLowerCase();
    return at % 2 === 0 ? words || 'main' : `how does the ${words} handle an error`;
  });
}

/** Removes the statistics of all commits but the last indexed one. They are counted again when they are wanted. */
export function removeOtherViews(root) {
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const views = join(root, name, 'views');
    if (!existsSync(views)) continue;
    const kept = `${readFileSync(join(views, 'current'), 'utf8')}.view`;
    for (const view of readdirSync(views)) if (view.endsWith('.view') && view !== kept) rmSync(join(views, view));
  }
}
