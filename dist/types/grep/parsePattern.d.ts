/**
 * Reads a regular expression of the language that every engine of `cora grep` understands alike, and explains what it
 * refuses. The language, matched against one line at a time:
 *
 *   x  .  [a-z]  [^a-z]  [[:alpha:]]  \d \D \s \S \w \W (ASCII)  \p{Greek} \P{L}     characters
 *   ^  $  \A  \z  \b  \B (ASCII)                                                     positions
 *   a|b  (a)  (?:a)  (?P<name>a)  (?<name>a)  (?i)  (?-i)  (?i:a)                    groups
 *   a*  a+  a?  a{2}  a{2,}  a{2,5}, each also lazy with a ? behind                  repetition, at most 1000
 *   \.  \t \r \f \v \a  \x41  \x{1F600}  \u0041  \u{1F600}                           escapes
 *
 * Look-around and back references are left out: they can't be matched in linear time.
 */
import type { Token } from './patternTokens.ts';
/** @throws CoraError BAD_PATTERN with the position and what to write instead */
export declare function parsePattern(pattern: string): Token[];
