/** What the cora.config.json of a repository may say, and what only its user may: every setting, and every way out of the folder. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configKeyOf } from '../../../src/settings/optionSpec.ts';
import { type OptionName, settingNames, specOf } from '../../../src/settings/options.ts';
import { settle } from '../../../src/settings/resolveOptions.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

function clone(config: unknown): string {
  const dir = tempDir();
  mkdirSync(join(dir, '.git'));
  writeFileSync(join(dir, 'cora.config.json'), JSON.stringify(config));
  return dir;
}

const refused = (config: unknown) => expect(() => settle({}, {}, clone(config)), JSON.stringify(config));

/** Settings that decide what is read, shown or skipped, and nothing else: no address, no program, no folder to write to, no secret. */
const HARMLESS: OptionName[] = [
  'include',
  'exclude',
  'max-file-size',
  'jobs',
  'limit',
  'budget',
  'mode',
  'lines',
  'diversity',
  'related',
  'weight',
  'commentary-limit',
  'commentary-tokens',
  'commentary-rate',
  'answer-tokens',
  'temperature',
  'history',
  'repos-sync-interval',
  'repos-sync-timeout',
  'repos-max-file-size',
  'repos-max-results',
];

/** What a hostile repository would have them be. */
const ATTACKS: Partial<Record<OptionName, unknown[]>> = {
  store: [
    '/etc',
    '~/x',
    '../x',
    'a/../../x',
    'a\n/../../x',
    'C:\\x',
    '\\\\host\\x',
    's3://bucket/x',
    'file:///etc',
    'a/..',
    'idx',
    'cache/index',
    '.git',
    '.git/hooks',
    '.git/objects',
    '.git/cora/log',
    '.git/cora-x/../hooks',
    '.git/cora-..',
    '.GIT/cora',
    './.git/cora',
  ],
  embedder: [
    'openai:text',
    'openai:text@http://evil.example',
    'ollama:x@http://169.254.169.254',
    'voyage:x',
    'transformers:../x',
    'x\nbuiltin',
    ' openai:x',
  ],
  rerank: ['transformers:evil/model', 'none\ntransformers:x', 'transformers:./model'],
  commentary: ['openai:gpt', 'ollama:x', 'codex', 'none\ncodex'],
  model: ['openai:gpt', 'ollama:x@http://evil.example', 'codex', 'none\ncodex'],
  token: ['known-to-the-attacker', ''],
  'repos-urls': [['https://evil.example/x'], ['ext::sh -c id']],
  'repos-base-dir': ['.', '/tmp/x'],
};

describe('the config file of a repository', () => {
  it('can set nothing that is not in one of these two lists', () => {
    const guarded = settingNames().filter((name) => specOf(name).trusted !== undefined);
    // A new setting is put into one of them by somebody who has thought about it.
    expect(new Set([...HARMLESS, ...guarded])).toEqual(new Set(settingNames()));
    expect(new Set(guarded)).toEqual(new Set(Object.keys(ATTACKS)));
  });

  it.each(Object.entries(ATTACKS))('does not choose %s', (name, values) => {
    for (const value of values) {
      if (value === '' || (Array.isArray(value) && value.length === 0)) continue;
      refused({ [configKeyOf(name)]: value }).toThrow(expect.objectContaining({ code: 'CONFIG' }));
    }
  });

  it('does not say what only a command line says', () => {
    for (const key of [
      'output',
      'yes',
      'force',
      'fix',
      'http',
      'bind',
      'write',
      'index',
      'batch',
      '__proto__x',
      'hooks',
      'unredacted',
    ])
      refused({ [key]: true }).toThrow(expect.objectContaining({ code: 'CONFIG' }));
    const polluting = clone({});
    writeFileSync(join(polluting, 'cora.config.json'), '{"__proto__": {"embedder": "openai:x"}}');
    expect(() => settle({}, {}, polluting)).toThrow(expect.objectContaining({ code: 'CONFIG' }));
    expect(({} as Record<string, unknown>)['embedder']).toBeUndefined();
  });

  it('keeps the store in the Git directory, which no clone brings, wherever in the repository the command runs', () => {
    const dir = clone({ store: '.git/cora-two' });
    mkdirSync(join(dir, 'sub'));
    expect(settle({}, {}, join(dir, 'sub')).store).toBe(join(dir, '.git/cora-two'));
    const worktree = clone({ store: '.git/cora-two' });
    rmSync(join(worktree, '.git'), { recursive: true });
    mkdirSync(join(dir, '.git/worktrees/w'), { recursive: true });
    writeFileSync(join(dir, '.git/worktrees/w/commondir'), '../..\n');
    writeFileSync(join(worktree, '.git'), `gitdir: ${join(dir, '.git/worktrees/w')}\n`);
    expect(settle({}, {}, worktree).store).toBe(join(dir, '.git/cora-two'));
  });

  it('is not quoted with a secret where it is no JSON', () => {
    const key = `ghp_${'aB3dE6gH9'.repeat(4)}`;
    for (const broken of [
      `{"include": "${key}" x}`,
      `{"${key}"}`,
      `{"include": ["${key}",]}`,
      `{"a": "${key}\u0001"}`,
    ]) {
      const dir = clone({});
      writeFileSync(join(dir, 'cora.config.json'), broken);
      let said = '';
      try {
        settle({}, {}, dir);
      } catch (error) {
        said = String(error);
      }
      expect(said).toMatch(/is not valid JSON/);
      for (let at = 0; at + 4 < key.length; at++) expect(said).not.toContain(key.slice(at, at + 5));
    }
  });

  it('does not lead the store out of the repository through a link', () => {
    for (const target of [tempDir(), '/nowhere/at/all', '..']) {
      const hostile = clone({ store: '.git/cora-x' });
      symlinkSync(target, join(hostile, '.git/cora-x'));
      expect(() => settle({}, {}, hostile), target).toThrow(/leads out of the Git directory/);
      expect(settle({ store: 'elsewhere' }, {}, hostile).store).toBe('elsewhere');
    }
  });

  it('is no link to a file of its reader', () => {
    const dir = clone({});
    const secret = join(tempDir(), 'id_rsa');
    writeFileSync(secret, 'PRIVATE');
    mkdirSync(join(dir, 'sub'));
    symlinkSync(secret, join(dir, 'sub/cora.config.json'));
    expect(() => settle({}, {}, join(dir, 'sub'))).toThrow(/is not a regular file/);
  });
});

describe('the environment', () => {
  const number = (name: OptionName): boolean => ['number', 'share'].includes(specOf(name).type);
  it.each(settingNames().filter((name) => number(name) || specOf(name).choices !== undefined))(
    'gives %s no value that it can not have',
    (name) => {
      const variable = `CORA_${name.replaceAll('-', '_').toUpperCase()}`;
      for (const value of ['x', '-1', '1e999', 'NaN', '0x', '1;2', '\n', '--help']) {
        expect(() => settle({}, { [variable]: value }, tempDir()), value).toThrow(variable);
      }
    },
  );
});

it('reads a file that an editor of Windows wrote', () => {
  const dir = clone({});
  writeFileSync(join(dir, 'cora.config.json'), '\ufeff{\r\n  "limit": 7\r\n}\r\n');
  expect(settle({}, {}, dir).limit).toBe(7);
});
