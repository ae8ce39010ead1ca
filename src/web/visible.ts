/** Text of a repository as people can see it: nothing hidden in it, nothing turned around. Pure. */

/** Control and format characters: a name that holds U+202E reads backwards. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What turns code around: it reads otherwise than it runs (CVE-2021-42574). */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Code as it is, but for characters that would turn it around: these are written out. */
export function visibleCode(text: string): string {
  return text.replace(
    TURNING,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

export function visible(text: string): string {
  return text.replace(UNSEEN, '\uFFFD');
}
