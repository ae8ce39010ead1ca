/**
 * Secrets by the name that they are given to, and the way in which it is given (places.ts): `api_key = "…"`, `<token>…</token>`.
 * Only what looks like a generator's work is taken, and of passwords what has three kinds of characters.
 */
import { type Certainty } from './places.ts';
import type { SecretRule } from './secretRule.ts';
export declare function wordsOf(name: string): string[];
/** True of names that hold a secret's word and mean something else. */
export declare function meansOther(words: readonly string[]): boolean;
export declare const ASSIGNMENT_RULES: readonly SecretRule[];
/** For values that stand where nothing but a secret does: in a table below its name, behind `mysql -p`. */
export declare function isSecretText(text: string, words?: readonly string[], certainty?: Certainty): boolean;
export declare function isPasswordText(text: string, words?: readonly string[], certainty?: Certainty): boolean;
