import { expect, test } from 'vitest';
import { partsOf } from '../../../../src/languages/html.ts';
import { syntaxOf } from '../../../../src/languages/languages.ts';

const prepared = (language: string, text: string): string => syntaxOf(language)!.prepare!(text);
const partsOfPage = (text: string) => partsOf(text, '<');

const KOTLIN =
  'fun interface A\nval f: (A?.() -> B)\nclass C(val d: D) : E by d {\n  is F if g -> h()\n  (i) -> j eq k\n}\n@L(\n"m")\n';
const OBJC =
  'NS_ASSUME_NONNULL_BEGIN\ntypedef NS_ENUM(NSUInteger, Level) {\n  A,\n};\n- (void)f API_AVAILABLE(ios(10));\n';
const BASH = '@test "it works" {\n}\n@test 1 {\n}\n  alias gs=\'git status\'\nx=1 # alias y=z\n';
const OCAML = '(* A licence that is long enough. *)\nval f : t -> int\n';

test.each([
  ['kotlin', KOTLIN],
  ['objc', OBJC],
  ['bash', BASH],
  ['ocaml', OCAML],
])('%s: every offset stays where it was', (language, text) => {
  const made = prepared(language, text);
  expect(made).not.toBe(text);
  expect(made.length).toBeGreaterThanOrEqual(text.length);
  for (const name of ['Level', 'Available', 'f :', 'class C', 'git status', 'x=1']) {
    if (text.includes(name)) expect(made.indexOf(name)).toBe(text.indexOf(name));
  }
});

test('what needs no help is left alone', () => {
  expect(prepared('kotlin', 'class A : B {\n  val c by lazy { 1 }\n  enum class E\n  if (a) b else c\n}\n')).toBe(
    'class A : B {\n  val c by lazy { 1 }\n  enum class E\n  if (a) b else c\n}\n',
  );
  expect(prepared('objc', 'int MAX_AGE = kMaxAge;\n')).toBe('int MAX_AGE = kMaxAge;\n');
  expect(prepared('bash', 'echo "alias a=b"\ntest 1 {\n')).toBe('echo "alias a=b"\ntest 1 {\n');
  expect(prepared('ocaml', '(* An implementation of something. *)\nlet val_ = 1\n')).toBe(
    '(* An implementation of something. *)\nlet val_ = 1\n',
  );
});

test('parts of one language share a text; everything else is blank, line for line', () => {
  const text = '<script>\na()\n</script>\n<p>é</p>\n<style>\nb {}\n</style>\n<script type="module">c()</script>\n';
  const parts = partsOfPage(text);
  expect(parts.map(({ language }) => language)).toEqual(['javascript', 'css']);
  for (const part of parts) {
    expect(part.text.length).toBe(text.length);
    expect(part.text.split('\n').length).toBe(text.split('\n').length);
  }
  expect(parts[0]?.text.trim().split(/\s+/)).toEqual(['a()', 'c()']);
  expect(parts[0]?.text.indexOf('c()')).toBe(text.indexOf('c()'));
});

test('languages by attribute; templates, data and preprocessors are none', () => {
  const languages = (attributes: string, tag = 'script') =>
    partsOfPage(`<${tag}${attributes}>x</${tag}>`).map(({ language }) => language);
  expect(languages(' setup lang="ts"')).toEqual(['typescript']);
  expect(languages(" lang='tsx'")).toEqual(['tsx']);
  expect(languages(' type="text/javascript"')).toEqual(['javascript']);
  expect(languages(' type="text/x-template" id="a > b"')).toEqual([]);
  expect(languages(' type="application/ld+json"')).toEqual([]);
  expect(languages(' lang="scss"', 'style')).toEqual([]);
  expect(languages(' scoped', 'style')).toEqual(['css']);
  expect(partsOfPage('<script>never closed')).toEqual([]);
  expect(partsOfPage('<scripted>x</scripted>')).toEqual([]);
});

test('unclosed tags and brackets by the thousand', () => {
  expect(partsOfPage('<script '.repeat(50_000))).toEqual([]);
  expect(prepared('kotlin', '@A('.repeat(2_000)).length).toBe(6_000);
});
