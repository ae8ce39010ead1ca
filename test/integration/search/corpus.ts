/**
 * What the ranking is measured on: readable sources of packages that package-lock.json pins and `npm ci` always
 * installs, laid out as one repository. Their text stays in node_modules; here are only its places.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TempRepo } from '../../helpers/tempRepo.ts';

const MODULES = join(import.meta.dirname, '../../../node_modules');

interface Part {
  from: string;
  /** `dist` becomes `src`: what is built there is what people wrote, and no index would hold a folder of that name. */
  to: string;
  files: RegExp;
  /** Folders and files left out, by their path behind `from`. */
  except?: RegExp;
}

const DOCUMENTS: Part = { from: '', to: '', files: /^[A-Z]+\.md$/, except: /^LICENSE/ };

const PACKAGES: Readonly<Record<string, readonly Part[]>> = {
  'apache-arrow': [{ from: 'src', to: 'src', files: /\.ts$/, except: /_generated\.ts$/ }, DOCUMENTS],
  'jsonc-parser': [{ from: 'lib/esm', to: 'src', files: /\.[jt]s$/ }, DOCUMENTS],
  knip: [{ from: 'dist', to: 'src', files: /(?<!\.d)\.[jt]s$/, except: /^plugins\// }, DOCUMENTS],
  picomatch: [{ from: 'lib', to: 'lib', files: /\.js$/ }, DOCUMENTS],
  postcss: [{ from: 'lib', to: 'lib', files: /\.[jt]s$/ }, DOCUMENTS],
  'proper-lockfile': [{ from: 'lib', to: 'lib', files: /\.js$/ }, DOCUMENTS],
  retry: [
    { from: 'lib', to: 'lib', files: /\.js$/ },
    { from: 'test', to: 'test', files: /\.js$/ },
    { from: 'example', to: 'example', files: /\.js$/ },
    DOCUMENTS,
  ],
  tar: [{ from: 'dist/esm', to: 'src', files: /\.js$/, except: /\.min\.js$/ }, DOCUMENTS],
  'web-tree-sitter': [
    { from: 'lib', to: 'lib', files: /\.[ch]$/ },
    { from: 'src', to: 'src', files: /\.ts$/ },
    DOCUMENTS,
  ],
  yaml: [{ from: 'dist', to: 'src', files: /\.js$/ }, DOCUMENTS],
};

export interface Corpus {
  /** Package → version. */
  packages: Record<string, string>;
  files: number;
  /** Git's name of it all: another byte, another name. */
  tree: string;
}

/** Writes and commits the corpus. */
export function writeCorpus(repo: TempRepo): Corpus {
  const packages: Record<string, string> = {};
  let files = 0;
  for (const [name, parts] of Object.entries(PACKAGES)) {
    const root = join(MODULES, name);
    packages[name] = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
    for (const { from, to, ...which } of parts) {
      const found = filesOf(join(root, from), which);
      if (found.length === 0) throw new Error(`${name} ${packages[name]} has no ${which.files} in "${from}".`);
      for (const file of found) repo.file(join(name, to, file), readFileSync(join(root, from, file)));
      files += found.length;
    }
  }
  repo.commit('the corpus');
  return { packages, files, tree: repo.git('rev-parse', 'HEAD^{tree}') };
}

/** Paths behind `folder`. A part without a name is the top of the package alone. */
function filesOf(folder: string, { files, except }: Pick<Part, 'files' | 'except'>): string[] {
  const recursive = files !== DOCUMENTS.files;
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => files.test(path) && except?.test(path) !== true);
}
