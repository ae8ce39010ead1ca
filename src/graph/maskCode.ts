/**
 * Source text with comments and the contents of strings blanked, so that a name found in it is code. Offsets and lines
 * stay. A scanner of a few rules for each family of languages, not a parser: a string that is misread ends with its line.
 */

/** Blanks everything but line ends. */
function blank(text: string): string {
  return text.replace(/[^\n\r]+/g, (run) => ' '.repeat(run.length));
}

const HASH = new Set(
  'python ruby bash yaml toml elixir makefile perl r julia dockerfile cmake nix powershell fish awk tcl'.split(' '),
);
const DASHES = new Set('lua sql haskell elm ada vhdl'.split(' '));
const TEXT = new Set('markdown rst text html xml json css scss less'.split(' '));
/** Here ' opens one character, a lifetime or a digit group, never a text. */
const QUOTE_IS_CHARACTER = new Set(
  'c cpp objc csharp java kotlin scala go rust swift zig haskell ocaml solidity'.split(' '),
);

const STRING = String.raw`"(?:\\.|[^"\\\n])*"?`;
const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'?`;
const CHARACTER = String.raw`'(?:\\.[^'\n]{0,8}|[^'\\\n])'`;
const BLOCK = String.raw`\/\*[^]*?(?:\*\/|$)`;
const TEMPLATE = '`(?:\\\\.|[^`\\\\])*`?';
const TRIPLE = `"""[^]*?(?:"""|$)`;

const patterns = new Map<string, RegExp | null>();

export function maskCode(text: string, language: string): string {
  if (!patterns.has(language)) patterns.set(language, patternOf(language));
  const pattern = patterns.get(language) ?? null;
  if (pattern === null) return text;
  return text.replace(pattern, (found) =>
    found.startsWith('`') && !isRaw(language) ? maskTemplate(found) : maskOne(found),
  );
}

function patternOf(language: string): RegExp | null {
  if (TEXT.has(language)) return null;
  const single = QUOTE_IS_CHARACTER.has(language) ? CHARACTER : SINGLE;
  if (language === 'python') return new RegExp(`${TRIPLE}|'''[^]*?(?:'''|$)|#[^\\n]*|${STRING}|${SINGLE}`, 'g');
  if (HASH.has(language))
    return new RegExp(`${language === 'elixir' ? `${TRIPLE}|` : ''}(?<![$\\w{])#[^\\n]*|${STRING}|${SINGLE}`, 'g');
  if (DASHES.has(language)) return new RegExp(`--\\[\\[[^]*?(?:\\]\\]|$)|--[^\\n]*|${STRING}|${SINGLE}`, 'g');
  const hash = language === 'php' ? '|#(?!\\[)[^\\n]*' : '';
  return new RegExp(`${BLOCK}|\\/\\/[^\\n]*${hash}|${TRIPLE}|${STRING}|${single}|${TEMPLATE}`, 'g');
}

function isRaw(language: string): boolean {
  return language === 'go';
}

/** Quotes stay, so that a call of one string argument still looks like one. */
function maskOne(found: string): string {
  const quote = found[0]!;
  return /["'`]/.test(quote) && found.length > 1
    ? `${quote}${blank(found.slice(1, -1))}${found.at(-1)!}`
    : blank(found);
}

/** What stands in `${…}` is code. */
function maskTemplate(found: string): string {
  let out = '';
  let from = 0;
  for (const code of found.slice(0, found.lastIndexOf('}') + 1).matchAll(/\$\{[^}]*\}/g)) {
    out += blank(found.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return out + blank(found.slice(from));
}
