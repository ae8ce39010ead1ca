/** What is looked at in the folder of a table before LanceDB opens it. */

import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkTable } from '../../../src/store/checkTable.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const NOBODY = 65_534;

/** Permissions do not stop root. */
function asSomebodyElse(action: () => void): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid!(NOBODY);
  try {
    action();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

describe.skipIf(process.platform === 'win32')('a folder that can be entered and not listed', () => {
  it.each(['', '_indices', '_indices/one'])('is refused in the place of %j: LanceDB knows the names in it', (name) => {
    const dir = tempDir();
    const table = join(dir, 'x.lance');
    mkdirSync(join(table, '_indices/one'), { recursive: true });
    writeFileSync(join(table, '_indices/one/metadata.lance'), 'no head of ours');
    const whole = [dir, table, join(table, '_indices'), join(table, '_indices/one')];
    for (const folder of whole) if (process.getuid!() === 0) chownSync(folder, NOBODY, NOBODY);
    asSomebodyElse(() => expect(() => checkTable(table)).toThrow(/cannot be read/));
    chmodSync(join(table, name), 0o311);
    asSomebodyElse(() => expect(() => checkTable(table)).toThrow(/EACCES/));
    chmodSync(join(table, name), 0o700);
  });
});

it('a table that is not there is in order', () => {
  expect(() => checkTable(join(tempDir(), 'x.lance'))).not.toThrow();
});
