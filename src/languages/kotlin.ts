import { GRADLE } from './groovy.ts';
import { jvmLanguage } from './jvm.ts';
import { blank, CHARACTER_MASK, TYPE_LAST } from './language.ts';
import query from './queries/kotlin.scm';

export const kotlin = jvmLanguage({
  name: 'kotlin',
  extensions: 'kt kts',
  interpreters: 'kotlin',
  syntax: { grammar: 'kotlin', query, prepare: prepareKotlin },
  dependencies: GRADLE,
  mask: CHARACTER_MASK,
  bindings: {
    style: 'braced',
    keyword: 'val|var|for',
    hasThinArrow: true,
    closures: /^([\s\w,:<>?.()*]*?)->/,
  },
  variables: TYPE_LAST,
  testFiles: /Tests?\.kt$/,
});

/**
 * `fun interface`, receivers that may be null (`A?.() -> B`), `T & Any`, guards (`is A if b -> c`),
 * `class A : B by c {`, whose body would be a lambda, arguments of annotations, branches after a
 * call (`a -> b()`) whose condition begins with a bracket, and infix functions that begin like
 * `else` (`a eq b`).
 */
function prepareKotlin(text: string): string {
  return text
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
}
