/** Passwords with which a command or a program logs in: options without a name (`curl -u`, `mysql -p…`), htpasswd, `auth=("app", "…")`, `expect`. */
import type { SecretRule } from './secretRule.ts';
export declare const COMMAND_RULES: readonly SecretRule[];
export declare const LOGIN_RULES: readonly SecretRule[];
