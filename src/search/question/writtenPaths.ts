/**
 * Reads what in a question may be the path of a file: `src/store.ts`, `./src/store.ts:12`,
 * `src\store.ts`, `src/store.ts#L12`. The files of a view that they mean are found by anchors.ts.
 * Pure.
 */

export interface WrittenPath {
  /** With `/` between its folders, without a line number. */
  path: string;
  /** The question is this path and nothing else. */
  alone: boolean;
}

const MOST_PATHS = 64;
/** Longer ones are data. */
const LONGEST_PATH = 400;

/** `:12`, `:12:5`, `:12-20`, `#L12`, `#L12-L20`, `(12,5)` */
const LINES = /(?::\d+(?:[:-]\d+)*|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|\(\d+(?:,\d+)?\))$/;
const BEFORE = /^["'`“‘«([{<*@]+/;
const BEHIND = /(?<!["'`”’»)\]}>*.,;:?!])["'`”’»)\]}>*.,;:?!]+$/;
const QUOTED = /(["'`])([^"'`\n]{1,400})\1/g;
const PLAIN = /[\w@.+~$/\\:#-]+/g;

/**
 * @param text a question, or the end of a chat
 * @returns each once; one place of the text may be read in several ways, of which a view knows one
 */
export function writtenPaths(text: string): WrittenPath[] {
  const whole = text.trim();
  const found = new Map<string, WrittenPath>();
  const add = (written: string, alone: boolean): void => {
    if (written.length > LONGEST_PATH || written.includes('\n')) return;
    const bare = withoutMarks(written);
    for (const one of [written, written.replace(LINES, ''), bare, withoutMarks(bare.replace(LINES, ''))]) {
      const path = one.replaceAll('\\', '/');
      if (path !== '' && !found.has(path) && found.size < MOST_PATHS) found.set(path, { path, alone });
    }
  };
  add(whole, true);
  // Only a whole question is a file without a folder and an extension.
  const parts = [
    ...whole.split(/\s+/),
    ...Array.from(whole.matchAll(QUOTED), ([, , quoted]) => quoted!),
    ...Array.from(whole.matchAll(PLAIN), ([plain]) => plain),
  ];
  for (const part of parts) if (found.size < MOST_PATHS && /[./\\]/.test(part)) add(part, false);
  return [...found.values()];
}

function withoutMarks(written: string): string {
  return written.replace(BEFORE, '').replace(BEHIND, '');
}
