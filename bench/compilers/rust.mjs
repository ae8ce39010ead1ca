/**
 * Lists the references in crates of Rust with the definition that each means, by what rustdoc links in its source pages.
 *
 *   RUSTC_BOOTSTRAP=1 cargo rustdoc --lib -- -Zunstable-options --generate-link-to-definition \
 *     --document-private-items --cap-lints allow
 *   node bench/compilers/rust.mjs REPOSITORY > truth.jsonl
 *
 * Run the first command for each crate, with `--bin NAME` for a program; REPOSITORY holds `target/doc`. Errors in the
 * bodies of functions are tolerated, but hide what depends on them. What a macro's arguments or inactive features hold,
 * and the modules and types before a case in a pattern, are not listed. Each line is one reference:
 *
 *   {"path":"src/a.rs","line":3,"name":"f","kind":"call","to":{"path":"src/b.rs","line":7}}
 *
 * Of a call of a trait's method the compiler only says the trait's, so all its implementations are `also` listed, of which
 * the type of the receiver tells one. Lines count from 1; that of `to` holds the defined name. Kinds: call, type, inherit, import and value. Local variables
 * and fields are values, too: compilers.mjs draws only what Cora knows as a definition.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const repository = resolve(process.argv[2]);
const doc = join(repository, 'target/doc');
const pages = new Map();
for (const entry of readdirSync(join(doc, 'src'), { recursive: true })) {
  if (!entry.endsWith('.rs.html')) continue;
  const page = join(doc, 'src', entry);
  const html = readFileSync(page, 'utf8');
  const path = /Source of the Rust file `([^`]+)`/.exec(html)?.[1];
  if (path === undefined || isAbsolute(path)) continue;
  const text = readFileSync(join(repository, path), 'utf8').split('\n');
  pages.set(page, { path, html, text });
}
const sources = new Map([...pages.values()].map(({ path, text }) => [path, text]));
const seen = new Set();
for (const [page, file] of pages) listPage(page, file);

function listPage(page, { path, html, text }) {
  const code = /<pre class="rust"><code>([\s\S]*?)<\/code><\/pre>/.exec(html)?.[1] ?? '';
  let statement = '';
  for (const [at, row] of code.split('\n').entries()) {
    const plain = textOf(row.replace(/<a href=#\d+ id=\d+ data-nosnippet>\d+<\/a>/, ''));
    if (statement !== '' || /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|extern crate)\b/.test(plain)) statement += plain;
    for (const link of row.matchAll(/<a (?:class="[^"]*" )?href="([^"]+)">([^<]*)<\/a>/g)) {
      const name = textOf(link[2]).replace(/!$/, '');
      const to = /^\w+$/.test(name) ? placeOf(page, link[1], name) : null;
      if (to === null || (to.path === path && to.line === at + 1)) continue;
      const kind = statement === '' ? kindOf(textOf(row.slice(0, link.index)), link, row) : 'import';
      const also = kind === 'call' ? implementationsOf(to, name) : [];
      const line = JSON.stringify({ path, line: at + 1, name, kind, to, ...(also.length === 0 ? {} : { also }) });
      if (!seen.has(line)) process.stdout.write(`${line}\n`);
      seen.add(line);
    }
    if (/;\s*$/.test(plain)) statement = '';
  }
  if (text.length === 0) throw new Error(path);
}

/** Returns the places of a trait's method in the implementations of the trait. */
function implementationsOf({ path, line }, name) {
  const text = sources.get(path);
  const trait = /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+(\w+)/.exec(headAbove(text, line))?.[1];
  if (trait === undefined) return [];
  const own = new RegExp(`^\\s*(?:unsafe\\s+)?impl\\b.*\\b${trait}\\b(?:<.*>)?\\s+for\\b`);
  const method = new RegExp(`\\bfn\\s+${name}\\b`);
  return [...sources].flatMap(([other, lines]) =>
    lines.flatMap((said, at) =>
      method.test(said) && own.test(headAbove(lines, at + 1)) ? [{ path: other, line: at + 1 }] : [],
    ),
  );
}

/** Returns the nearest line above with less indentation, joined with what goes on below it. */
function headAbove(text, line) {
  const indent = text[line - 1].search(/\S/);
  for (let at = line - 2; at >= 0; at--)
    if (/\S/.test(text[at]) && text[at].search(/\S/) < indent && /^\s*(?:pub|unsafe|impl|trait)\b/.test(text[at]))
      return text.slice(at, at + 4).join(' ');
  return '';
}

function kindOf(before, link, row) {
  const after = textOf(row.slice(link.index + link[0].length));
  if (/^\s*impl\b[^{]*$/.test(before) && /\bfor\b/.test(after)) return 'inherit';
  if (/!$/.test(textOf(link[2])) || /^(?:::<[^()]*>)?\(/.test(after)) return 'call';
  return /^[A-Z]\w*[a-z]/.test(link[2]) ? 'type' : 'value';
}

/** Returns the place that a link leads to; null if it is outside of the repository. */
function placeOf(page, href, name) {
  if (/^https?:/.test(href)) return null;
  const [file, anchor = ''] = href.split('#');
  const target = file === '' ? page : join(dirname(page), file);
  const known = pages.get(target);
  if (known !== undefined) {
    const line = Number(/^\d+/.exec(anchor)?.[0] ?? 0);
    return line === 0 ? null : { path: known.path, line: lineOf(known.text, line, name) };
  }
  if (!existsSync(target) || !target.startsWith(`${doc}/`)) return null;
  const html = readFileSync(target, 'utf8');
  // A case of an enum has no link of its own.
  const begins = /^(?:variant|$)/.test(anchor) ? 0 : Math.max(0, html.indexOf(`id="${anchor}"`));
  const from = html.slice(begins);
  const source = /<a class="src[^"]*" href="([^"]+)"/.exec(from)?.[1];
  return source === undefined ? null : placeOf(target, source, name);
}

/** Attributes and comments may stand above the name. */
function lineOf(text, line, name) {
  const word = new RegExp(`^(?!\\s*//).*\\b${name}\\b`);
  const at = text.slice(line - 1, line + 60).findIndex((one) => word.test(one));
  return at === -1 ? line : line + at;
}

function textOf(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}
