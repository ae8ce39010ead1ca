import { folderOf } from '../base/paths.ts';
import { blank, HASH_MASK, type Language } from './language.ts';
import query from './queries/bash.scm';
import { FILE_MODULES, NO_RULES } from './referenceRules.ts';

export const bash: Language = {
  name: 'bash',
  extensions: 'sh bash zsh ksh bats ebuild',
  fileNames: '.bashrc .bash_profile .bash_aliases .zshrc .zshenv .zprofile .profile pkgbuild gradlew',
  interpreters: 'ash bash bats dash ksh sh zsh',
  // That of tree-sitter-wasms cannot be linked.
  syntax: { grammar: 'bash', isCursorless: true, query, prepare: prepareBash, atDeclares: true },
  imports: { begins: /^(source|\.)\s/ },
  mask: HASH_MASK,
  rules: { ...NO_RULES, packageOf: folderOf },
  modules: FILE_MODULES,
};

/**
 * Bats tests are functions whose name is a title, aliases are commands whose first argument is the
 * name:
 *   @test "it deploys" {   →         ···········(){
 *   alias gs='git status'  →   alias gs 'git status'
 */
function prepareBash(text: string): string {
  return text
    .replace(/^([ \t]*@test[ \t]+)([^ \t\n\r][^\n\r]*)$/gm, batsTest)
    .replace(/^([^\n\r\u2028\u2029#'"]*\balias[ \t]+(?:--?\w*[ \t]+)*[^\s='"#]+)=/gm, '$1 ');
}

/**
 * The title ends where a quote or blanks stand before the last brace, which must leave room for
 * `()`.
 */
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
