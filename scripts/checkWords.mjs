/**
 * `node scripts/checkWords.mjs [--write]` holds three rules about src that a reader feels and no linter has:
 *
 * - No sentence of a doc comment, and no part's opening line, begins with a bare "What", "Of", "As", "Whether", "The same" or "If only".
 * - No comment passes 100 columns, directives and addresses aside.
 * - No name is declared and exported by two modules. Re-exports and `default` do not count.
 *
 * checkWords.json lists what is not yet so. The list only shrinks: what is new fails, and so does an entry that is no
 * longer needed. `--write` takes such entries out, and never adds one.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIST = join(ROOT, 'scripts/checkWords.json');
const COLUMNS = 100;
const BARE = /^(?:What|Of|As|Whether|The same|If only)\b(?!')/;
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
  return { words, columns: [...wide], names: declaredExports(program) };
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
 * Compares what was found with the list.
 *
 * @param modules file → what lookAt says of it
 * @param list words and columns: file → number; names: sorted
 * @returns faults: lines for a person; kept: the list without what is no longer needed; counts: of each rule, all found
 */
export function compare(modules, list) {
  const kept = { words: {}, columns: {}, names: [] };
  const counts = { words: 0, columns: 0, names: 0 };
  const faults = [];
  const say = {
    words: ({ line, sentence }) => `${line}: ${sentence}`,
    columns: (line) => `${line}: over ${COLUMNS} columns`,
  };
  for (const rule of ['words', 'columns']) {
    for (const [file, found] of modules) {
      const allowed = list[rule][file] ?? 0;
      const count = found[rule].length;
      counts[rule] += count;
      if (count > 0 && allowed > 0) kept[rule][file] = Math.min(count, allowed);
      if (count > allowed) faults.push(...found[rule].map((one) => `src/${file}:${say[rule](one)}`));
    }
    for (const [file, allowed] of Object.entries(list[rule])) {
      const count = modules.get(file)?.[rule].length ?? 0;
      if (count < allowed) faults.push(`${rule} of src/${file}: ${allowed} are listed, ${count} are there`);
    }
  }
  const owners = new Map();
  for (const [file, { names }] of modules)
    for (const name of names) owners.set(name, [...(owners.get(name) ?? []), file]);
  const twice = [...owners].filter(([, files]) => files.length > 1);
  counts.names = twice.length;
  for (const [name, files] of twice) {
    if (list.names.includes(name)) kept.names.push(name);
    else faults.push(`${name} is exported by ${files.map((file) => `src/${file}`).join(' and ')}`);
  }
  kept.names.sort();
  const gone = list.names.filter((name) => !kept.names.includes(name));
  faults.push(...gone.map((name) => `${name} is listed and is exported by one module at most`));
  return { faults, kept, counts };
}

function modulesOfSrc() {
  const src = join(ROOT, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => file.split(sep).join('/'));
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .sort()
      .map((file) => [file, lookAt(file, readFileSync(join(src, file), 'utf8'))]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = modulesOfSrc();
  let list = JSON.parse(readFileSync(LIST, 'utf8'));
  if (process.argv.includes('--write')) {
    list = compare(modules, list).kept;
    writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`);
  }
  const { faults, counts } = compare(modules, list);
  for (const fault of faults) console.error(fault);
  console.error(
    `${counts.words} bare beginnings, ${counts.columns} wide comments, ${counts.names} names exported twice; ` +
      `${faults.length === 0 ? 'all of them are listed' : 'see scripts/checkWords.mjs'}`,
  );
  if (faults.length > 0) process.exitCode = 1;
}
