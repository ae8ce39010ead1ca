/** Passwords and keys in tables, CSV, SQL and lists: one name counts for many values (`| user | password |`, `INSERT INTO …`, `api_keys = […]`). */
import type { SecretRule } from './secretRule.ts';
export interface Line {
    start: number;
    text: string;
}
/** @param at in the line, or its line break; null for a longer line */
export declare function lineAround(text: string, at: number): Line | null;
export declare const COLUMN_RULES: readonly SecretRule[];
export declare const INSERT_RULES: readonly SecretRule[];
export declare const LIST_RULES: readonly SecretRule[];
