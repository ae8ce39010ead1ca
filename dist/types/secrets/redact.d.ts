/**
 * The one door between content and everything that is stored or shown: secrets are written over, each by as many bytes as it had,
 * so that every offset, line and column stays true. A function of the bytes and of nothing else, and of what it has redacted it
 * finds no more: doing it twice is doing it once.
 */
import type { SecretRule } from './secretRule.ts';
export interface FoundSecret {
    /** The rule's id. */
    rule: string;
    /** Byte offset of its first byte. */
    start: number;
}
export interface Redacted {
    /** Those that were given, where nothing was found. */
    bytes: Uint8Array;
    /** By their start. */
    secrets: FoundSecret[];
}
export type Unit = 'utf-8' | 'utf-16le' | 'utf-16be';
/** What stands in a secret's place: a word for whoever reads it, then as many stars as it takes. */
export declare const MARK = "REDACTED";
export declare const STAR = "*";
/** Shorter ones get stars alone. grep/widenPattern.ts relies on it: no single letter of a word can be a mask. */
export declare const LEAST_MARKED = 3;
export declare function redactBytes(bytes: Uint8Array, unit?: Unit): Redacted;
/** For text that is no blob: a commit's message, a diff. As its bytes would be. */
export declare function redactText(text: string): string;
/** Made when something is looked at: a query reads what was redacted before. */
export declare function contentRules(): readonly SecretRule[];
type FindKeywords = (bytes: Uint8Array, found: (keyword: number, at: number) => void) => void;
/** @param keywords ASCII, three characters or more, matched in either case; `found` is told their places in this list, and where each begins */
export declare function createKeywordFinder(keywords: readonly string[]): FindKeywords;
export {};
