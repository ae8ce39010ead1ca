/** .coraignore and .cursorignore of any directory, read as git reads .gitignore. */

import ignore, { type Ignore } from 'ignore';
import { directoriesOf } from './treeAttributes.ts';

export class IgnoreRules {
  readonly #name: string;
  readonly #rules = new Map<string, Ignore>();
  readonly #directories = new Map<string, boolean>();

  /**
   * @param name of the files, for saying why
   * @param files the text of each by its directory, '' for the top level
   */
  constructor(name: string, files: ReadonlyMap<string, string>) {
    this.#name = name;
    for (const [directory, text] of files) {
      this.#rules.set(directory, ignore({ ignorecase: false }).add(text.replace(/^\uFEFF/, '')));
    }
  }

  /** The name of the ignore files where they leave the path out, else undefined. */
  ignores(path: string): string | undefined {
    if (this.#rules.size === 0) return undefined;
    // What is inside an ignored directory can't be brought back.
    for (const directory of directoriesOf(path))
      if (directory !== '' && this.#ignoresDirectory(directory)) return this.#name;
    return this.#decide(path, path) ? this.#name : undefined;
  }

  #ignoresDirectory(directory: string): boolean {
    let known = this.#directories.get(directory);
    if (known === undefined) {
      known = this.#decide(directory, `${directory}/`);
      this.#directories.set(directory, known);
    }
    return known;
  }

  /** The innermost file that says anything decides. */
  #decide(path: string, tested: string): boolean {
    let ignored = false;
    for (const directory of directoriesOf(path)) {
      const rules = this.#rules.get(directory);
      if (rules === undefined) continue;
      const verdict = rules.test(directory === '' ? tested : tested.slice(directory.length + 1));
      if (verdict.ignored || verdict.unignored) ignored = verdict.ignored;
    }
    return ignored;
  }
}
