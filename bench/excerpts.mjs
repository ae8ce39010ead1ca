/**
 * Whether what is shown begins and ends with whole statements and declarations: each edge of each result against the syntax
 * tree of its file. The questions are subjects of the repository's own commits. Each repository has an index already.
 *
 *     node bench/excerpts.mjs DIR... [--results 170] [--budget N] [--list]
 *
 * An edge is right at the file's begin or end, or where the smallest node around it is a list of statements or members with
 * a whole one on the side that is shown. An edge inside of a statement of more lines than are shown is counted apart.
 * `lost` counts results with lines of their chunk that no result of the answer shows, `lostMatches` those where such a line
 * holds a word of the question, but for the last result of an answer that a budget cut.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Language, Parser } from 'web-tree-sitter';
import { importBundled } from '../scripts/bundle.mjs';
import { unmeteredGrammar } from '../scripts/parserFiles.mjs';

const { values, positionals: dirs } = parseArgs({
  allowPositionals: true,
  options: {
    results: { type: 'string', default: '170' },
    budget: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
if (dirs.length === 0) {
  console.error('node bench/excerpts.mjs DIR... [--results N] [--budget N] [--list]');
  process.exit(2);
}

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const { syntaxOf } = await importBundled('src/languages/languages.ts');
/** What is shown of a short result, unless --lines says otherwise. */
const SHOWN = 40;

/** Nodes that are lists of statements, declarations or members, in any of the grammars. */
const LIST =
  /^(program|source|source_file|module|translation_unit|compilation_unit|chunk|document|stylesheet|template_body|body_statement|body|do|do_block|then|else|ensure|begin|case|case_match|(?:template_)?element|component|file_scoped_namespace_declaration|.*_block|.*block|.*_body|declaration_list|.*_declaration_list|enumerator_list|enum_variant_list|.*_statement_group|.*_case|.*case_clause|case_item|case_statement|.*_section|statements|do_group|preproc_\w+|import_spec_list|import_list|accessor_list|subshell|compound_statement|class_(?:interface|implementation)|implementation_definition|structure|signature|(?:const|var|type)_declaration|interface_type|switch_(?:default|statement|expression)|(?:expression_switch|type_switch|select)_statement|when_expression|struct_declaration|enum_declaration|union_declaration|indented_cases|if_statement|else_clause|elif_clause)$/;

await Parser.init();
const parsers = new Map();
async function parserOf(language) {
  if (!parsers.has(language)) {
    const syntax = syntaxOf(language);
    const parser = syntax === null ? null : new Parser();
    parser?.setLanguage(await Language.load(unmeteredGrammar(syntax)));
    parsers.set(language, parser);
  }
  return parsers.get(language);
}

/** What a component's scripts hold, at their lines. */
async function scriptOf(tree, lines) {
  const kept = lines.map(() => '');
  for (const { type, startPosition, endPosition } of tree.rootNode.namedChildren) {
    if (type !== 'script_element') continue;
    for (let row = startPosition.row + 1; row < endPosition.row; row++) kept[row] = lines[row];
  }
  return (await parserOf('typescript')).parse(kept.join('\n'));
}

const all = new Map();
for (const dir of dirs) {
  const counts = { results: 0, checked: 0, middle: 0, tooLong: 0, outside: 0, lost: 0, lostMatches: 0 };
  const trees = new Map();
  for (const hit of drawn(dir)) {
    counts.results += 1;
    const { definition, startLine, endLine } = hit;
    if (definition === undefined || definition.endLine < startLine || definition.startLine > endLine)
      counts.outside += 1;
    const lost = lostLines(dir, hit);
    if (lost.length > 0) {
      counts.lost += 1;
      note('lost', dir, hit);
    }
    if (lost.some((line) => hit.asked.some((word) => line.toLowerCase().includes(word)))) {
      counts.lostMatches += 1;
      note('lost: lines with a word of the question', dir, hit);
    }
    const parser = hit.isPiece ? null : await parserOf(hit.language);
    if (parser === null) continue;
    if (!trees.has(hit.path)) {
      const text = readFileSync(join(dir, hit.path), 'utf8');
      const tree = parser.parse(text);
      trees.set(hit.path, { tree, lines: text.split('\n') });
    }
    const { tree, lines } = trees.get(hit.path);
    counts.checked += 1;
    for (const [side, cut, inward] of [
      ['begin', startLine - 1, 1],
      ['end', endLine, -1],
    ]) {
      let wrong = wrongAt(tree, lines, cut, inward);
      if (hit.language === 'vue' && wrong?.type === 'raw_text')
        wrong = wrongAt(await scriptOf(tree, lines), lines, cut, inward);
      if (wrong === null) continue;
      const kind = wrong.lines > Math.max(SHOWN, endLine - startLine + 1) ? 'tooLong' : 'middle';
      counts[kind] += 1;
      const key = `${hit.language} ${side} in ${wrong.type}${kind === 'tooLong' ? ' (longer than what is shown)' : ''}`;
      note(key, dir, hit);
    }
  }
  console.log(JSON.stringify({ repository: dir.split('/').findLast(Boolean), ...counts }));
}
for (const [key, places] of [...all].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${String(places.length).padStart(5)}  ${key}`);
  if (values.list) for (const place of places.slice(0, 5)) console.log(`         ${place}`);
}

function note(key, dir, { path, startLine, endLine }) {
  all.set(key, [...(all.get(key) ?? []), `${dir}/${path}:${startLine}-${endLine}`]);
}

/** Lines of its chunk that are not blank and that no result of its answer shows. */
function lostLines(dir, { path, chunk, isCut, shown }) {
  if (isCut) return [];
  const here = shown.filter((other) => other.path === path);
  return readFileSync(join(dir, path), 'utf8')
    .split('\n')
    .slice(0, chunk.endLine)
    .filter((text, at) => {
      const line = at + 1;
      if (line < chunk.startLine || text.trim() === '') return false;
      return !here.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
    });
}

/** Results of subjects of the newest commits, five of each, with what belongs to their answers. */
function drawn(dir) {
  const subjects = git(dir, 'log', '--no-merges', '--format=%s', '-n', '400')
    .split('\n')
    .filter((subject) => subject.split(' ').length > 3);
  const wanted = Number(values.results);
  const hits = [];
  const seen = new Set();
  const batch = subjects.map((query, id) => JSON.stringify({ id, query })).join('\n');
  const budget = values.budget === undefined ? [] : ['--budget', values.budget];
  const { stdout } = spawnSync(process.execPath, [cli, 'query', '--batch', '-', '-k', '5', '--json', ...budget], {
    cwd: dir,
    input: batch,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  for (const line of stdout.split('\n').filter(Boolean)) {
    const { id, results, cutBy } = JSON.parse(line);
    const asked = subjects[id].toLowerCase().match(/[a-z0-9]{4,}/g) ?? [];
    for (const hit of results) {
      const key = `${hit.path}:${hit.startLine}-${hit.endLine}`;
      if (seen.has(key) || hits.length >= wanted) continue;
      seen.add(key);
      hits.push({ ...hit, asked, isCut: cutBy === 'budget' && hit === results.at(-1), shown: results });
    }
  }
  return hits;
}

/**
 * @param cut lines above it
 * @param inward 1 where the shown side is below
 * @returns the node that it cuts, null for none
 */
function wrongAt(tree, lines, cut, inward) {
  const at = inward === 1 ? cut : cut - 1;
  const column = inward === 1 ? (lines[at] ?? '').search(/\S/) : (lines[at] ?? '').trimEnd().length - 1;
  if (column < 0) return { type: 'a blank line', lines: 0 };
  const point = { row: at, column };
  let node = tree.rootNode.descendantForPosition(point);
  const spans = (one) =>
    one.startPosition.row < cut &&
    (one.endPosition.row > cut || (one.endPosition.row === cut && one.endPosition.column > 0));
  while (node !== null && !spans(node)) node = node.parent;
  if (node === null) return null;
  if (!LIST.test(node.type)) {
    let statement = node;
    while (statement.parent !== null && !LIST.test(statement.parent.type)) statement = statement.parent;
    return { type: node.type, lines: statement.endPosition.row - statement.startPosition.row + 1 };
  }
  const whole = node.namedChildren.some((child) =>
    inward === 1
      ? child.startPosition.row === at
      : child.endPosition.row === at || (child.endPosition.row === at + 1 && child.endPosition.column === 0),
  );
  if (whole) return null;
  const last = (lines[at] ?? '').trim();
  return { type: `${node.type}, with none of its parts`, lines: 0, last };
}

function git(dir, ...args) {
  return spawnSync('git', ['-C', dir, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
}
