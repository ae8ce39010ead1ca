/**
 * Secrets that say nothing of themselves, by the name that they are given to: `api_key = "…"`, `DB_PASSWORD=…`, `<token>…</token>`,
 * `setPassword("…")`. Only what looks like a generator's work is taken, and of passwords what has three kinds of characters.
 */
import type { SecretRule } from './secretRule.ts';
export declare const ASSIGNMENT_RULES: readonly SecretRule[];
