/**
 * What grammars cannot read, overwritten by what they can, at the same offsets: syntax newer than the grammar, macros, and
 * dialects. Only the parser sees the result; names and chunks come from the blob. Stops at text: no parsing here.
 */

type Prepare = (text: string) => string;

/**
 * `fun interface`, receivers that may be null (`A?.() -> B`), `T & Any`, guards (`is A if b -> c`), `class A : B by c {`,
 * whose body would be a lambda, arguments of annotations, branches after a call (`a -> b()`) whose condition begins with a bracket, and infix functions
 * that begin like `else` (`a eq b`).
 */
export const prepareKotlin: Prepare = (text) =>
  text
    .replace(/\bfun(?=\s+interface\b)/g, blank)
    .replace(
      /^(@[\w.]+)(\((?:[^()]|\([^()]{0,500}\)){0,2000}\))/gm,
      (_, name: string, args: string) => name + blank(args),
    )
    .replace(/\?(?=\.\()/g, blank)
    .replace(/&\s*Any\b/g, blank)
    .replace(
      /^([ \t]*(?:!?(?:is|in)[ \t][^\n\r{}]{0,200}?|else|[\w.]+)[ \t])(if[ \t][^\n\r{}]{0,300}?)(?=->)/gm,
      (_, head: string, guard: string) => head + blank(guard),
    )
    .replace(
      /^(?=.*\b(?:class|object)\b|(?!.*\b(?:val|var)\b))(.{0,300}[\w>)][ \t])(by[ \t]+[\w.]+)(?=[ \t]*\{)/gm,
      (_, head: string, by: string) => head + blank(by),
    )
    .replace(/\)\n(?=[ \t]*\(.{0,300}->)/g, ');')
    .replace(/(?<=[\w)\]}"] )e(?!lse\b|num\b|xternal\b|xpect\b)(?=\w+ )/g, 'x');

/**
 * Macros, which Objective-C's own headers are full of, and their enums:
 *   typedef NS_ENUM(NSUInteger, Level) {   →           enum                Level  {
 */
export const prepareObjectiveC: Prepare = (text) =>
  text
    .replace(
      /\b(typedef[ \t]+)((?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)[ \t]*\()([^,()\n]*,)([^()\n]*)\)/g,
      (_, typedef: string, macro: string, base: string, name: string) =>
        `${blank(typedef)}enum${blank(macro.slice(4))}${blank(base)}${name} `,
    )
    .replace(MACRO, blank);

/** `NS_ASSUME_NONNULL_BEGIN`, `API_AVAILABLE(ios(10))`, `FOUNDATION_EXPORT`, `NS_DESIGNATED_INITIALIZER` */
const MACRO =
  /\b(?=[A-Z0-9_]{3,200}\b)[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:AVAILABLE|UNAVAILABLE|DEPRECATED|INITIALIZER|BEGIN|END|SUPER|NAME|EXPORT|EXTERN|ATTRIBUTE|FUNCTION|TERMINATION|RESULT|SWIFT|PRIVATE|SENDABLE|ACTOR)(?:_[A-Z0-9_]+)?\b(?:\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))?/g;

/**
 * Bats tests are functions whose name is a title, aliases are commands whose first argument is the name:
 *   @test "it deploys" {   →         ···········(){
 *   alias gs='git status'  →   alias gs 'git status'
 */
export const prepareBash: Prepare = (text) =>
  text
    .replace(/^([ \t]*@test[ \t]+)([^ \t\n\r][^\n\r]*)$/gm, batsTest)
    .replace(/^([^\n\r\u2028\u2029#'"]*\balias[ \t]+(?:--?\w*[ \t]+)*[^\s='"#]+)=/gm, '$1 ');

/** The title ends where a quote or blanks stand before the last brace, which must leave room for `()`. */
function batsTest(line: string, head: string, rest: string): string {
  const whole = rest.replace(BLANKS_AT_END, '');
  const before = whole.slice(0, -1);
  const stem = before.replace(BLANKS_AT_END, '');
  const least = /^["']/.test(stem) ? 2 : 1;
  const quote = stem.length > least && /["']$/.test(stem) ? 1 : 0;
  const title = Math.max(least, stem.length - quote);
  const tail = before.length - title;
  if (!whole.endsWith('{') || before === stem || tail < 2) return line;
  return `${blank(head)}${'·'.repeat(title)}()${' '.repeat(tail - 2)}{`.padEnd(line.length);
}

const BLANKS_AT_END = /(?<![ \t])[ \t]+$/;

/**
 * An interface (.mli) is what may stand between `sig` and `end`, which the grammar of implementations reads; the first
 * comment makes room:
 *   (** Keeps users. *)   →   module type I__=sig(*)
 */
export const prepareOCaml: Prepare = (text) => {
  const value = /^val\s/m.exec(text);
  if (value === null || /^let\s/m.test(text)) return text;
  for (const { index } of text.slice(0, value.index).matchAll(/^\(\*/gm)) {
    const end = index + SIGNATURE.length;
    const close = text.indexOf('*)', index + 2);
    if (close === -1) break;
    if (close >= end) return `${text.slice(0, index)}${SIGNATURE}${text.slice(end)}\nend`;
  }
  return text;
};

const SIGNATURE = 'module type I__=sig(*';

/** As long as it was, and on as many lines. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
