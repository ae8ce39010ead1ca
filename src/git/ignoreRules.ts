/** .coraignore and .cursorignore of any directory, read as git reads .gitignore. */

import { byteString, directoriesOf, type PathMatcher, pathMatcher, ruleLines } from './treeAttributes.ts';

/** A line: what it matches, and whether that is left out or brought back. */
interface Rule {
  matches: PathMatcher;
  isIgnored: boolean;
  directoriesOnly: boolean;
}

/** The state of a directory: the rules that count below it, the innermost last. */
interface Directory {
  isIgnored: boolean;
  files: readonly { rules: readonly Rule[]; prefix: number }[];
}

export class IgnoreRules {
  readonly #name: string;
  readonly #rules = new Map<string, Rule[]>();
  readonly #directories = new Map<string, Directory>();

  /**
   * @param name of the files, for saying why
   * @param files the text of each by its directory, '' for the top level
   */
  constructor(name: string, files: ReadonlyMap<string, string>) {
    this.#name = name;
    for (const [directory, text] of files) this.#rules.set(directory, rulesOf(text));
  }

  /** The name of the ignore files where they leave the path out, else undefined. */
  ignores(path: string): string | undefined {
    if (this.#rules.size === 0) return undefined;
    let above: Directory = { isIgnored: false, files: [] };
    for (const directory of directoriesOf(path)) {
      above = this.#directories.get(directory) ?? this.#look(directory, above);
      // What is inside an ignored directory can't be brought back.
      if (above.isIgnored) return this.#name;
    }
    return isIgnored(path, false, above) ? this.#name : undefined;
  }

  #look(directory: string, above: Directory): Directory {
    const rules = this.#rules.get(directory);
    const prefix = directory === '' ? 0 : byteString(directory).length + 1;
    const found: Directory = {
      isIgnored: directory !== '' && isIgnored(directory, true, above),
      files: rules === undefined ? above.files : [...above.files, { rules, prefix }],
    };
    this.#directories.set(directory, found);
    return found;
  }
}

/** The last line of the innermost file that says anything decides. */
function isIgnored(path: string, isDirectory: boolean, { files }: Directory): boolean {
  const bytes = byteString(path);
  const name = bytes.slice(bytes.lastIndexOf('/') + 1);
  for (let at = files.length - 1; at >= 0; at--) {
    const { rules, prefix } = files[at]!;
    const relative = bytes.slice(prefix);
    const rule = rules.findLast((one) => (isDirectory || !one.directoriesOnly) && one.matches(relative, name));
    if (rule !== undefined) return rule.isIgnored;
  }
  return false;
}

/**
 *     # comment
 *     *.log             no slash but at the end: the name, in any directory below
 *     /docs/api         with a slash: from the directory of this file
 *     build/            directories only
 *     !keep.log         brings back
 *     \!odd  end\       a backslash takes the meaning away, also of a space at the end
 */
function rulesOf(text: string): Rule[] {
  return ruleLines(text).flatMap((line) => {
    let pattern = withoutSpaces(line);
    if (pattern.startsWith('#')) return [];
    const isIgnored = !pattern.startsWith('!');
    if (!isIgnored) pattern = pattern.slice(1);
    const directoriesOnly = pattern.endsWith('/');
    if (directoriesOnly) pattern = pattern.slice(0, -1);
    const matches = /^\/?$/.test(pattern) ? null : pathMatcher(pattern);
    return matches === null ? [] : [{ matches, isIgnored, directoriesOnly }];
  });
}

/** Spaces at the end do not count, but for one behind a backslash. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
