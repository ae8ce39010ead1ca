/** Whatever stands in the files of others: after an installation and a removal they are as they were, byte for byte, mode and all. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../../src/freshness/fileEdit.ts';
import { type HookPlace, planInstall, planUninstall } from '../../../src/freshness/install/planHookFiles.ts';
import fc from '../../helpers/fastCheck.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { HOOKS } from './hookedRepo.ts';

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const text = fc
  .tuple(
    fc.constantFrom(
      '',
      '#!/bin/sh',
      '#!/bin/sh\n',
      '#!/usr/bin/env bash\n',
      '#!/usr/bin/python3\n',
      'pre-push:\n',
      '# END cora\n',
    ),
    fc.string({
      unit: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('echo a', '\n', '\r\n', ': ', 'exit 0') }, byte),
    }),
  )
  .map(([first, rest]) => first + rest);
const mode = fc.constantFrom(0o644, 0o755, 0o700, 0o775, 0o600);
const files = fc.dictionary(
  fc.constantFrom(
    ...HOOKS,
    ...HOOKS.map((hook) => `${hook}.legacy`),
    'pre-commit',
    'cora.sh',
    'cora-runner',
    'lefthook-local.yml',
  ),
  fc.record({ text, mode }),
);
const layout = fc.constantFrom<[HookPlace['manager'], HookPlace['audience']]>(
  ['git', 'clone'],
  ['git', 'user'],
  ['husky', 'team'],
  ['lefthook', 'clone'],
);

interface Found {
  text: string;
  mode: number;
}

function snapshot(dir: string): Record<string, Found> {
  return Object.fromEntries(
    readdirSync(dir).map((name) => {
      const path = join(dir, name);
      return [name, { text: readFileSync(path, 'latin1'), mode: statSync(path).mode & 0o777 }];
    }),
  );
}

describe('uninstall after install', () => {
  it('leaves every file of others as it was, and none of ours', () => {
    const root = tempDir();
    let count = 0;
    fc.assert(
      fc.property(files, layout, fc.boolean(), (before, [manager, audience], twice) => {
        const dir = join(root, String(count++));
        mkdirSync(dir);
        for (const [name, { text: content, mode: bits }] of Object.entries(before)) {
          writeFileSync(join(dir, name), content, 'latin1');
          chmodSync(join(dir, name), bits);
        }
        const original = snapshot(dir);
        const place: HookPlace = {
          manager,
          dir,
          gitLooksIn: manager === 'husky' ? join(dir, '_') : dir,
          audience,
          reserved: null,
        };
        for (let turn = 0; turn < (twice ? 2 : 1); turn++)
          writeFiles(planInstall(place, dir, { node: '/n/node', cli: '/n/cli.js' }));
        writeFiles(planUninstall([dir], dir));
        expect(snapshot(dir)).toEqual(original);
      }),
      { numRuns: 300 },
    );
    expect(existsSync(join(root, '299'))).toBe(true);
  });
});
