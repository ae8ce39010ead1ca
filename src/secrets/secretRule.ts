/**
 * A rule: the words that it begins to look at, and what it takes for a secret there; and how rules
 * read a text at a place.
 */

/** A half-open range. */
export interface SecretSpan {
  start: number;
  end: number;
}

export interface SecretRule {
  /** For reports: `github-token`. */
  id: string;
  /** Says for people what the rule finds. */
  what: string;
  /** ASCII; looked for in either case. The rule is asked wherever one of them stands. */
  keywords: readonly string[];
  /**
   * @param text one character for each byte; those that are not ASCII stand for themselves
   * @param at where the keyword begins
   * @param length the keyword's
   * @returns what must not be seen, in order; null where there is none. Looks at a bounded part of
   * the text only
   */
  find(text: string, at: number, length: number): SecretSpan[] | null;
}

/**
 * A token that says what it is: `form` is the source of a pattern, tried `before` characters in
 * front of one of the prefixes.
 */
export type TokenFormat = readonly [id: string, what: string, prefixes: string, form: string, before?: number];

/** One group of a match: what it holds, and where. */
export interface MatchedGroup extends SecretSpan {
  text: string;
}

/** Returns what a sticky pattern matches at a place. */
export function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Returns the whole match of a sticky pattern (flag d) at a place, and its groups; those that took
 * no part are empty.
 */
export function groupsAt(pattern: RegExp, text: string, at: number): MatchedGroup[] | null {
  const found = execAt(pattern, text, at);
  if (found === null) return null;
  return found.indices!.map((range, group) => ({
    start: range?.[0] ?? 0,
    end: range?.[1] ?? 0,
    text: found[group] ?? '',
  }));
}

/** Returns the first group that holds something, or else the whole match. */
export function valueAt(pattern: RegExp, text: string, at: number): MatchedGroup | undefined {
  const groups = groupsAt(pattern, text, at) ?? [];
  return groups.slice(1).find((group) => group.text !== '') ?? groups[0];
}

/**
 * Returns a rule that finds the value of a pattern which begins at the keyword, if it passes a
 * check.
 */
export function valueRule(
  id: string,
  what: string,
  keywords: readonly string[],
  pattern: RegExp,
  isSecret: (value: string) => boolean,
): SecretRule {
  const find = (text: string, at: number): SecretSpan[] | null => {
    const value = valueAt(pattern, text, at);
    return value !== undefined && isSecret(value.text) ? [value] : null;
  };
  return { id, what, keywords, find };
}
