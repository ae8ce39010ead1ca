/** Paths that a line mentions: `src/foo.ts`, `../guide/setup.md`. Not web addresses, not absolute paths, not fractions. */

const TOKEN = /[\w@.~+/-]+/g;
const MAX_PATH = 200;

/** Without this list, `a/b.width` in code would be a path. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'adoc asm astro bash bat bzl c cc cfg cjs clj cljs cmake conf config cpp cs css csv cts cue cxx dart elm erl ex exs fish fs gif go gradle graphql ' +
    'groovy h hcl hh hpp hrl hs htm html hxx ini ipynb java jl jpeg jpg js json json5 jsonc jsonl jsx kt kts less lua m markdown md mdx mjs mk ml mli mm mod ' +
    'mts nim nix org patch pdf php pl plist pm png properties proto ps1 py pyi r rake rb rs rst sass sbt scala scss sh sol sql svelte svg swift tcl tex tf ' +
    'tfvars thrift tmpl toml ts tsv tsx txt vim vue wasm xml xsd yaml yml zig zsh'
  ).split(' '),
);

export function mentionedPaths(line: string): string[] {
  if (!line.includes('/')) return [];
  const isImport = /\b(?:import|require|from|export)\b/.test(line.slice(0, 400));
  const out: string[] = [];
  for (const match of line.matchAll(TOKEN)) {
    const token = match[0];
    if (token.length > MAX_PATH || !token.includes('/')) continue;
    // The import itself is a reference already.
    const path = pathOf(token, line, match.index);
    if (path !== null && !(isImport && /^\.{1,2}\//.test(path))) out.push(path);
  }
  return out;
}

function pathOf(token: string, line: string, at: number): string | null {
  const path = token.replace(/(?<![./-])[./-]+$/, '');
  if (/^[/~]/.test(path) || path.includes('//') || line[at - 1] === ':' || line[at - 1] === '$') return null;
  const segments = path.split('/');
  const name = segments.at(-1)!;
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
  const isRelative = /^\.{1,2}\/[\w@.]/.test(path) && /[A-Za-z]/.test(name);
  if (!hasExtension && !isRelative) return null;
  if (segments.length > 1 && /^(?:www\.|[\w-]+\.(?:com|org|io|net|dev)$)/.test(segments[0]!)) return null;
  return normalised(path);
}

/** `./a/../b` → `./b`; a leading `./` or `../` stays, it says what the path is relative to. */
export function normalised(path: string): string {
  const out: string[] = [];
  for (const [index, segment] of path.split('/').entries()) {
    const last = out.at(-1);
    if (segment === '' && index > 0) continue;
    if (segment === '.' && index > 0) continue;
    if (segment === '..' && last !== undefined && last !== '..' && last !== '') {
      out.pop();
      if (last === '.') out.push('..');
      else if (out.length === 0) out.push('.');
    } else out.push(segment);
  }
  return out.join('/');
}
