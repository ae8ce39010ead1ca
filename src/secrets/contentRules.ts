/** All rules by which secrets are found in text, the precise ones first: what two of them find is called by the first one's name. */

import { ADDRESS_RULES } from './addresses.ts';
import { ASSIGNMENT_RULES } from './assignments.ts';
import { PRIVATE_KEY_RULES } from './privateKeys.ts';
import type { SecretRule } from './secretRule.ts';
import { TOKEN_RULES } from './tokenFormats.ts';

export const CONTENT_RULES: readonly SecretRule[] = [
  ...PRIVATE_KEY_RULES,
  ...TOKEN_RULES,
  ...ADDRESS_RULES,
  ...ASSIGNMENT_RULES,
];
