/** CORA_* variables that Cora does not read, but whose names are near to one that it does: a typing error must not be no setting. Pure. */

import { nearest } from '../base/nearest.ts';
import { variableOf } from './optionSpec.ts';
import { settingNames } from './options.ts';

/** Read without being an option, or set by Cora for what it starts, in hooks, in workflows and in docs. */
const OTHERS = [
  ...['CORA_CODEX', 'CORA_COMMENTARY', 'CORA_DESCRIBE', 'CORA_GITHUB_TOKEN', 'CORA_HOME', 'CORA_HOOK_TEST'],
  ...['CORA_MODELS', 'CORA_OFFLINE', 'CORA_OPENAI_BASE_URL', 'CORA_REPOS_BASE_DIR', 'CORA_TOKEN'],
  ...['CORA_TRUSTED_STORES', 'CORA_URL', 'CORA_VERSION', 'CORA_VOYAGE_BASE_URL'],
];

/** @returns a sentence for each; names that are near to none may be another program's */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(env).filter((name) => /^CORA_[A-Z0-9_]{1,60}$/.test(name));
  if (names.length === 0) return [];
  const known = [...settingNames().map(variableOf), ...OTHERS];
  return names.sort().flatMap((name) => {
    const near = known.includes(name) ? undefined : nearest(name, known);
    return near === undefined ? [] : [`Cora knows no variable ${name}. Did you mean ${near}?`];
  });
}
