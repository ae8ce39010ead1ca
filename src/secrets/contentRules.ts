/** All rules by which secrets are found in text, the precise ones first: what two of them find is called by the first one's name. */

import { ADDRESS_RULES } from './addresses.ts';
import { ASSIGNMENT_RULES } from './assignments.ts';
import { COLUMN_RULES } from './columns.ts';
import { COMMAND_RULES } from './commands.ts';
import { ENCODED_RULES } from './encoded.ts';
import { INSERT_RULES } from './inserts.ts';
import { ISSUED_RULES } from './issued.ts';
import { LIST_RULES } from './lists.ts';
import { LOGIN_RULES } from './logins.ts';
import { MANIFEST_RULES } from './manifests.ts';
import { PRIVATE_KEY_RULES } from './privateKeys.ts';
import type { SecretRule } from './secretRule.ts';
import { tokenRules } from './tokenFormats.ts';

let rules: readonly SecretRule[] | null = null;

/** Made when something is looked at: a query reads what was redacted before. */
export function contentRules(): readonly SecretRule[] {
  rules ??= [
    ...PRIVATE_KEY_RULES,
    ...tokenRules(),
    ...ISSUED_RULES,
    ...ADDRESS_RULES,
    ...COMMAND_RULES,
    ...LOGIN_RULES,
    ...ENCODED_RULES,
    ...MANIFEST_RULES,
    ...COLUMN_RULES,
    ...INSERT_RULES,
    ...LIST_RULES,
    ...ASSIGNMENT_RULES,
  ];
  return rules;
}
