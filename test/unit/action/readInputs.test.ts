import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { INPUTS, readInputs, readRunner } from '../../../src/action/readInputs.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const given = (inputs: Record<string, string>) => readInputs((name) => inputs[name] ?? '');

describe('readInputs', () => {
  it('has defaults for everything, and takes blank inputs for none', () => {
    expect(given({ token: ' ', shard: '' })).toEqual({
      path: '.',
      workingDirectory: '.',
      config: null,
      embedder: null,
      cache: 'true',
      cacheTimeout: 300,
      cacheKeyPrefix: 'cora-index',
      artifactName: null,
      releaseTag: null,
      pages: null,
      shard: null,
      token: null,
    });
  });

  it('takes what action.yml says: the same inputs with the same defaults', () => {
    const action = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8')) as {
      inputs: Record<string, { description: string; default: string; required?: boolean }>;
    };
    expect(Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]))).toEqual(
      INPUTS,
    );
  });

  const good: [name: string, value: string][] = [
    ['cache', 'Restore-Only'],
    ['artifact-name', 'cora shard 3 of 8'],
    ['release-tag', 'v1.2.3'],
    ['release-tag', 'nightly/2024-05-01'],
    ['shard', '8/8'],
    ['embedder', 'openai:text-embedding-3-small?dimensions=512'],
  ];
  it.each(good)('takes %s: %s', (name, value) => {
    expect(() => given({ [name]: value })).not.toThrow();
  });

  const bad: [name: string, value: string, message: RegExp][] = [
    ['cache', 'yes', /Input cache: "yes" is not one of true, restore-only, false/],
    ...['0', '-1', '1.5', 'never', '100000'].map((seconds): [string, string, RegExp] => [
      'cache-timeout',
      seconds,
      /Input cache-timeout: .*seconds/,
    ]),
    ['cache-key-prefix', 'a b', /Input cache-key-prefix/],
    ['cache-key-prefix', 'x'.repeat(201), /Input cache-key-prefix/],
    ['artifact-name', 'a:b', /Input artifact-name: "a:b"/],
    ...['a..b', '/a', 'a/', '-a', 'a@b', 'a.lock', 'a~1', 'a\u0001b'].map((tag): [string, string, RegExp] => [
      'release-tag',
      tag,
      /Input release-tag/,
    ]),
    ...['0/8', '9/8', '3', '3/0', '1/99999', '-1/8'].map((shard): [string, string, RegExp] => [
      'shard',
      shard,
      /Input shard/,
    ]),
    ['embedder', 'magic:1', /Input embedder: .*magic/],
  ];
  it.each(bad)('refuses %s: %s', (name, value, message) => {
    expect(() => given({ [name]: value })).toThrow(message);
  });

  it('refuses to publish a shard', () => {
    expect(() => given({ shard: '3/8', 'release-tag': 'cora-index' })).toThrow(/Input release-tag: a shard/);
    expect(() => given({ shard: '3/8', pages: '_site' })).toThrow(/Input pages: a shard/);
  });
});

describe('readRunner', () => {
  const runner = (
    env: NodeJS.ProcessEnv,
    event: object = { repository: { full_name: 'a/b', default_branch: 'main' } },
  ) => {
    const file = join(tempDir(), 'event.json');
    writeFileSync(file, JSON.stringify(event));
    return readRunner({
      RUNNER_TEMP: '/tmp',
      GITHUB_WORKSPACE: '/tmp',
      GITHUB_EVENT_PATH: file,
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF: 'refs/heads/main',
      ACTIONS_ID_TOKEN_REQUEST_URL: 'https://example.com/token',
      ...env,
    });
  };
  const ownRun = { repository: { full_name: 'a/b' }, workflow_run: { head_repository: { full_name: 'a/b' } } };
  const own = { pull_request: { head: { repo: { full_name: 'a/b' } }, base: { repo: { full_name: 'a/b' } } } };

  it.each<[string, NodeJS.ProcessEnv, object | undefined, string | null]>([
    ['the default branch', {}, undefined, null],
    ['a tag', { GITHUB_REF: 'refs/tags/v1', GITHUB_EVENT_NAME: 'release' }, undefined, null],
    ['a push whose event names no default branch', {}, {}, null],
    [
      'another branch',
      { GITHUB_REF: 'refs/heads/next' },
      undefined,
      'refs/heads/next is neither the default branch (main)',
    ],
    ['a pull request', { GITHUB_EVENT_NAME: 'pull_request' }, own, 'builds a commit that no clone has'],
    ['a pull request of a fork', { GITHUB_EVENT_NAME: 'pull_request' }, {}, 'comes from a fork'],
    ['pull_request_target', { GITHUB_EVENT_NAME: 'pull_request_target' }, own, 'pull_request_target runs with'],
    ['a comment on an issue', { GITHUB_EVENT_NAME: 'issue_comment' }, undefined, 'issue_comment runs with'],
    ['a run after another one', { GITHUB_EVENT_NAME: 'workflow_run' }, ownRun, 'strangers may start workflow_run'],
    ['a job without an identity', { ACTIONS_ID_TOKEN_REQUEST_URL: '' }, undefined, 'id-token: write'],
  ])('says whether %s may be attested', async (_, env, event, why) => {
    const { unattestable } = await runner(env, event);
    if (why === null) expect(unattestable).toBeNull();
    else expect(unattestable).toContain(why);
  });
});
