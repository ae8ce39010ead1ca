/** Finds statements at the top of a file that import names, and which names. Pure. */

import type { LineRange } from '../../base/searchTypes.ts';
import { identifiersIn, patternFor } from '../../base/words.ts';
import type { ImportStatements } from '../../languages/language.ts';
import { languageNamed } from '../../languages/languages.ts';

export interface ImportStatement extends LineRange {
  text: string;
  /** The names that it may import. */
  names: ReadonlySet<string>;
}

/** A statement with more lines is taken for something else. */
const MOST_LINES = 60;

/**
 * @param head the file's first lines
 * @returns in order; [] for a language without such statements
 */
export function findImports(head: readonly string[], language: string): ImportStatement[] {
  const { imports: form } = languageNamed(language);
  if (form === undefined) return [];
  const found: ImportStatement[] = [];
  for (let at = 0; at < head.length; at++) {
    if (!form.begins.test(head[at]!)) continue;
    const end = endOfStatement(head, at, form);
    if (end === null) continue;
    const lines = head.slice(at, end + 1);
    found.push(...(BLOCK.test(head[at]!) ? statementsOfBlock(lines, at, form) : [statementOf(lines, at, form)]));
    at = end;
  }
  return form.areGuarded === true ? withNamesOfBlocks(found) : found;
}

function statementOf(lines: readonly string[], at: number, form: ImportStatements): ImportStatement {
  const text = lines.join('\n');
  return { startLine: at + 1, endLine: at + lines.length, text, names: namesOf(text, form) };
}

/**
 * Go: `import (`, a package on each line, `)`. The first and last line stay if one of the others
 * does.
 */
const BLOCK = /^import\s*\(\s*$/;

function statementsOfBlock(lines: readonly string[], at: number, form: ImportStatements): ImportStatement[] {
  const each = lines.map((line, index) => statementOf([line], at + index, form));
  const names = new Set(each.flatMap((statement) => [...statement.names]));
  return each.map((statement, index) =>
    index === 0 || index === lines.length - 1 ? { ...statement, names } : statement,
  );
}

/** Python: `if TYPE_CHECKING:` stays if one of the imports below it does. */
function withNamesOfBlocks(found: readonly ImportStatement[]): ImportStatement[] {
  return found.map((statement, at) => {
    if (!statement.text.startsWith('if ')) return statement;
    const below = found.slice(at + 1);
    const end = below.findIndex(({ text }) => !/^\s/.test(text));
    const names = below.slice(0, end === -1 ? below.length : end).flatMap((inner) => [...inner.names]);
    return { ...statement, names: new Set(names) };
  });
}

/** Finds the line at which all brackets are closed and which ends like a last line. */
function endOfStatement(head: readonly string[], start: number, form: ImportStatements): number | null {
  let open = 0;
  for (let at = start; at < Math.min(head.length, start + MOST_LINES); at++) {
    const code = head[at]!.replace(/(["'`]).*?\1/g, '').split('//', 1)[0]!;
    for (const character of code) {
      if ('([{'.includes(character)) open += 1;
      else if (')]}'.includes(character)) open -= 1;
    }
    if (open <= 0 && !code.endsWith('\\') && (form.ends === undefined || form.ends.test(code))) return at;
  }
  return null;
}

const KEYWORDS = new Set(
  'import from as type typeof use using static const let var require include require_once include_once extern crate alias open source load local global qualified hiding if TYPE_CHECKING typing self super default require_relative'.split(
    ' ',
  ),
);
/** A name before one of these is a module, and the name behind it is imported. */
const NAME_OR_PLACE = patternFor(
  /[\w$]+(\s*(?:\.(?=[A-Za-z_$*{])|::|\\|\/)\s*)?/g,
  String.raw`[\p{L}\p{N}_$]+(\s*(?:\.(?=[\p{L}_$*{])|::|\\|\/)\s*)?`,
);
const DIGITS = patternFor(/^\d*/, String.raw`^\p{N}*`);
const MOST_OF_PATH = 1000;

function namesOf(text: string, { origin, byPath }: ImportStatements): Set<string> {
  const statement = origin === undefined ? text : text.replace(origin, '');
  const unquoted = statement.replace(/(["'`])[^\n]*?\1|<[^<>\n]+>/g, ' ');
  const names = identifiersIn(unquoted.replace(NAME_OR_PLACE(unquoted), withoutPlace)).filter(
    (name) => name !== '_' && !KEYWORDS.has(name),
  );
  if (names.length > 0 && byPath !== true) return new Set(names);
  // Only a path is imported; its name is probably the last part.
  const paths = statement.match(/(["'`])[^\n]*?\1|<[^<>\n]+>/g) ?? [];
  const stems = paths.map((path) => /([^/"'`<>]+?)(\.\w+)?(\/v\d+)?["'`>]$/.exec(path.slice(-MOST_OF_PATH))?.[1] ?? '');
  return new Set([...names, ...stems.flatMap(identifiersIn)]);
}

/** A number is no module. */
function withoutPlace(found: string, mark: string | undefined): string {
  const digits = DIGITS(found).exec(found)![0];
  return mark === undefined || digits.length + mark.length === found.length ? found : digits;
}
