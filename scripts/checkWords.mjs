/**
 * `node scripts/checkWords.mjs` holds three rules about src that a reader feels and no linter has:
 *
 * - No sentence of a doc comment, and no part's opening line, begins with a bare "What", "Of", "As", "Whether", "How", "The same" or "If only";
 *   no comment inside of code does, either, except for "What" and "If only".
 * - No comment passes 100 columns, directives and addresses aside.
 * - No name is declared and exported by two modules. Re-exports and `default` do not count, nor does a module that stands in for another.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { STAND_INS } from './standIns.mjs';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const COLUMNS = 100;
const BARE = /^(?:What|Of|As|Whether|How|The same|If only)\b(?!')/;
const SENTENCE_END = /[.!?][)"'`]?\s+(?=[A-Z`"'(\d])/;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf)\.$/;
const TAG = /(?<=^|\s)@(?:param|returns|throws|see|example|template|typeParam|default)\b/;
const DIRECTIVE = /biome-ignore|@ts-|@vitest|[@#]__[A-Z_]+__|https?:\/\/|\/ *<reference/;

/**
 * Finds what breaks the rules in one module.
 *
 * @param file its name, for the parser: `.tsx` allows JSX
 * @returns words: sentences; columns: lines; names: exported declarations
 */
export function lookAt(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset) => lineStarts.findLastIndex((start) => start <= offset);
  // A line comment that begins at the margin opens a part of the module; those that go on follow one on the line before.
  const opens = ({ start }) =>
    start === lineStarts[lineOf(start)] && !/(?:^|\n)\/\/[^\n]*\n$/.test(text.slice(0, start));
  // Inside of code, a comment may begin with "What".
  const inside = comments
    .filter(({ type, start }) => type === 'Line' && /(?:^|\n)[ \t]+$/.test(text.slice(0, start)))
    .filter(({ start }) => !/\n[ \t]*\/\/[^\n]*\n[ \t]+$/.test(text.slice(0, start)))
    .map(({ value, start }) => ({ line: lineOf(start) + 1, sentence: value.trim() }))
    .filter(({ sentence }) => BARE.test(sentence) && !/^(?:What|If only)\b/.test(sentence));
  const words = comments
    .filter((one) => (one.type === 'Block' ? one.value.startsWith('*') : opens(one)))
    .flatMap(({ type, value, start }) =>
      badSentences(type === 'Block' ? value : `*${value}`).map((sentence) => ({ line: lineOf(start) + 1, sentence })),
    );
  const wide = new Set();
  for (const { start, end } of comments) {
    for (let line = lineOf(start); line <= lineOf(end - 1); line++) {
      const whole = text.slice(lineStarts[line], (lineStarts[line + 1] ?? text.length + 1) - 1);
      const shown = line === lineOf(end - 1) ? end - lineStarts[line] : whole.length;
      if (shown > COLUMNS && !DIRECTIVE.test(whole)) wide.add(line + 1);
    }
  }
  return { words: [...words, ...inside], columns: [...wide], names: declaredExports(program) };
}

/** Returns the sentences of a doc comment, tags left out, that begin with a word which says nothing. */
function badSentences(comment) {
  const text = comment
    .slice(1)
    .replace(/^\s*\*(?: |$)/gm, '')
    .split(TAG)[0];
  return text
    .split(/\n\s*\n/)
    .flatMap(sentencesOf)
    .filter((sentence) => BARE.test(sentence));
}

function sentencesOf(paragraph) {
  const sentences = [];
  let rest = paragraph.replace(/\s+/g, ' ').trim();
  let from = 0;
  for (let end = SENTENCE_END.exec(rest); end !== null; end = SENTENCE_END.exec(rest.slice(from))) {
    const dot = from + end.index + 1;
    from += end.index + end[0].length;
    if (ABBREVIATION.test(rest.slice(0, dot))) continue;
    sentences.push(rest.slice(0, from).trim());
    rest = rest.slice(from);
    from = 0;
  }
  return rest === '' ? sentences : [...sentences, rest];
}

function declaredExports(program) {
  const imported = new Set(
    program.body.flatMap((node) =>
      node.type === 'ImportDeclaration' ? node.specifiers.map(({ local }) => local.name) : [],
    ),
  );
  const names = program.body
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && !source)
    .flatMap(({ declaration, specifiers }) => [
      ...(declaration ? namesOf(declaration) : []),
      ...specifiers.filter(({ local }) => !imported.has(local.name)).map(({ exported }) => exported.name),
    ]);
  return [...new Set(names)].filter((name) => name !== 'default');
}

function namesOf(declaration) {
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : boundNames(id)));
}

function boundNames(pattern) {
  if (pattern === null) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundNames(property.value ?? property.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    default:
      return boundNames(pattern.argument);
  }
}

/**
 * @param modules file → what lookAt says of it
 * @returns lines for a person
 */
export function faultsOf(modules) {
  const faults = [];
  const owners = new Map();
  for (const [file, { words, columns, names }] of modules) {
    faults.push(...words.map(({ line, sentence }) => `src/${file}:${line}: ${sentence}`));
    faults.push(...columns.map((line) => `src/${file}:${line}: over ${COLUMNS} columns`));
    if (!Object.values(STAND_INS).includes(`src/${file}`))
      for (const name of names) owners.set(name, [...(owners.get(name) ?? []), `src/${file}`]);
  }
  for (const [name, files] of owners)
    if (files.length > 1) faults.push(`${name} is exported by ${files.join(' and ')}`);
  return faults;
}

function modulesOfSrc() {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((file) => file.split(sep).join('/'));
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .sort()
      .map((file) => [file, lookAt(file, readFileSync(join(SRC, file), 'utf8'))]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = faultsOf(modulesOfSrc());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
