import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variableOf } from '../../../src/settings/optionSpec.ts';
import { settingNames } from '../../../src/settings/options.ts';
import { unknownVariables } from '../../../src/settings/resolveOptions.ts';

it('names the setting that a variable was probably meant for', () => {
  expect(unknownVariables({ CORA_LIMITT: '3', CORA_EMBEDER: 'hash', CORA_LIMIT: '4' })).toEqual([
    'Cora knows no variable CORA_EMBEDER. Did you mean CORA_EMBEDDER?',
    'Cora knows no variable CORA_LIMITT. Did you mean CORA_LIMIT?',
  ]);
});

it('says nothing of variables of other programs', () => {
  expect(unknownVariables({ CORA_PROJECT_NUMBER: '1', CORADB: 'x', PATH: '/bin', CORA_: '' })).toEqual([]);
});

it('knows every variable that sources, hooks, workflows and docs name', () => {
  const named = variablesIn(['src', 'docs', 'scripts', 'bench', 'hooks', 'README.md', 'action.yml']);
  expect(named.length).toBeGreaterThan(25);
  expect(unknownVariables(Object.fromEntries(named.map((name) => [name, '1'])))).toEqual([]);
  for (const name of settingNames()) expect(unknownVariables({ [variableOf(name)]: '1' })).toEqual([]);
});

function variablesIn(places: readonly string[]): string[] {
  const root = join(import.meta.dirname, '../../..');
  const files = places.flatMap((place) => {
    const path = join(root, place);
    return statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((one) =>
          one.isFile() ? [join(one.parentPath, one.name)] : [],
        );
  });
  return [...new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\bCORA_[A-Z][A-Z_]+[A-Z]\b/g) ?? []))];
}
