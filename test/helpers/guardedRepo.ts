/** A small indexed repository with everything beside its code that nobody may be shown, and what a test needs to see that nobody was. */

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cora } from './cora.ts';
import { openedOutside } from './openedFiles.ts';
import { type TempRepo, tempDir, tempRepo } from './tempRepo.ts';

/** Stands in each of the files that are not to be shown. */
const GUARDED = 'must never be shown';

/** Ways to what must not be shown, relative to the repository. */
export const GUARDED_PATHS = [
  ...[
    '../outside.txt',
    'src/../../outside.txt',
    '/etc/passwd',
    '.git/config',
    '.GIT/config',
    '.git/cora',
    '.env',
    'link',
  ],
  ...[
    'linked/outside.txt',
    'private/plan.md',
    'local/notes.txt',
    'deploy/id_rsa',
    'src\\..\\..\\outside.txt',
    'src/./cart.ts',
  ],
];

export interface GuardedRepo {
  repo: TempRepo;
  /** A folder beside it, which links in it lead to. */
  outside: string;
}

export async function guardedRepo(): Promise<GuardedRepo> {
  const repo = tempRepo();
  const outside = tempDir();
  for (const file of [join(outside, 'outside.txt'), join(repo.dir, '..', 'outside.txt')]) writeFileSync(file, GUARDED);
  repo
    .file(
      'src/cart.ts',
      'import { priceOf } from "./price.ts";\n\nexport class Cart {\n  addItem(name: string) {\n    return priceOf(name);\n  }\n}\n',
    )
    .file('src/price.ts', 'export function priceOf(name: string): number {\n  return name.length;\n}\n')
    .file('tools/report.py', 'def write_report(rows):\n    return len(rows)\n')
    .file('docs/guide.md', '# Guide\n\n## Refunds\n\nA refund goes back to the card that paid.\n')
    .file('.env', GUARDED)
    .file('deploy/id_rsa', GUARDED)
    .file('.gitignore', 'local/\n')
    .file('.coraignore', 'private/\n')
    .file('private/plan.md', GUARDED)
    .file('local/notes.txt', GUARDED);
  symlinkSync(join(outside, 'outside.txt'), repo.path('link'));
  symlinkSync(outside, repo.path('linked'));
  repo.commit('who changed what');
  repo.file('src/later.ts', 'export const later = "an edit that is not committed";\n');
  await cora(repo).index();
  return { repo, outside };
}

/** Of the objects that everything else inherits from. */
const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype];
const BEFORE = PROTOTYPES.map((one) => Reflect.ownKeys(one).length);

/** To be called after each case. @param said all that was answered */
export function mustBeGuarded(said: string): void {
  if (said.includes(GUARDED)) expect.fail(`what must not be shown was: ${said}`);
  const keys = PROTOTYPES.map((one) => Reflect.ownKeys(one).length);
  if (keys.some((count, at) => count !== BEFORE[at])) expect(keys, 'prototypes').toEqual(BEFORE);
  const opened = openedOutside();
  if (opened.length > 0) expect(opened, 'opened').toEqual([]);
}
