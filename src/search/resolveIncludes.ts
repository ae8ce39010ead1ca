/**
 * Finds the lines of files that include directives mean. If a directive means nothing, the error
 * says what was probably meant.
 */

import { CoraError } from '../base/errors.ts';
import { NO_FRAME } from '../base/frame.ts';
import { blobKeyOf } from '../base/identity.ts';
import { shortList } from '../base/lists.ts';
import { nearest, nearestPaths } from '../base/nearest.ts';
import { wordsIn } from '../engine/rowWords.ts';
import { readFiles, type SourceFile, type SymbolContext } from '../graph/readFiles.ts';
import type { SymbolHit } from '../graph/referenceModel.ts';
import { findSymbols } from '../graph/symbols.ts';
import type { ViewedFile } from '../view/viewFiles.ts';
import type { IncludeDirective } from './includeDirective.ts';
import { inEach, type OpenMember } from './members.ts';
import { NO_DEFINITION } from './rank/scoreRows.ts';
import type { Selected } from './rank/select.ts';
import { FEATURES, type Weights } from './rank/weights.ts';

type Lines = Pick<SymbolHit, 'name' | 'kind' | 'scope' | 'signature' | 'startLine' | 'endLine'>;

/**
 * @param open a directive includes what each of these has
 * @returns in the order of the directives, to be put before the results
 * @throws CoraError USAGE that suggests the nearest path or name, if none of them has it
 */
export async function resolveIncludes(
  open: readonly OpenMember[],
  directives: readonly IncludeDirective[],
): Promise<Selected[]> {
  const found: Selected[] = [];
  for (const directive of directives) {
    const answers = await inEach(open, undefined, ({ name, view, use }) =>
      use(false, async ({ store }) => {
        const answer = await resolve({ store: await store, view }, directive);
        return answer instanceof CoraError ? answer : answer.map((one) => ({ ...one, repository: name }));
      }),
    );
    const here = answers.flatMap((answer) => (answer instanceof CoraError ? [] : [answer]));
    if (here.length === 0) throw answers[0];
    found.push(...here.flat());
  }
  return found;
}

/** The chunks in one repository, or an error if it has none. */
type Resolved = Omit<Selected, 'repository'>[] | CoraError;

/** @throws CoraError USAGE for something that exists and cannot be shown */
async function resolve(context: SymbolContext, directive: IncludeDirective): Promise<Resolved> {
  const { paths, name, text } = directive;
  if (paths.length === 0) return resolveName(context, text, name ?? '');
  const file = fileAt(context, directive);
  if (file instanceof CoraError) return file;
  const source = await sourceOf(context, file);
  if (source === undefined) throw wrong(text, `${file.path} holds no text.`, 'cora files   says what is indexed');
  if (name === null) return [selected(file, source, wholeOf(source))];
  const symbols = (await findSymbols(context, name)).filter(({ path }) => path === file.path);
  if (symbols.length > 0) return symbols.map((symbol) => selected(file, source, symbol));
  const names = [...new Set(source.definitions.map((definition) => definition.name))].sort();
  const near = nearestOrLike(name, names);
  return wrong(
    text,
    `${file.path} declares no ${name}.`,
    near === undefined ? `It declares ${shortList(names)}.` : `Did you mean --include "decl:${file.path}#${near}"?`,
  );
}

/** A name without a path is enough if only one file declares it. */
async function resolveName(context: SymbolContext, text: string, name: string): Promise<Resolved> {
  const symbols = name === '' ? [] : await findSymbols(context, name);
  const paths = [...new Set(symbols.map(({ path }) => path))];
  if (paths.length > 1) {
    const hint = `Name one of them: --include "decl:${paths[0]}#${name}"`;
    throw wrong(text, `${paths.length} files declare ${name}: ${shortList(paths)}.`, hint);
  }
  if (paths.length === 0) {
    const isPath = context.view.files.some(({ path }) => path === name);
    const hint = isPath
      ? `For the file: --include file:${name}; for a declaration of it: --include "decl:${name}#NAME"`
      : `cora symbols ${name === '' ? 'NAME' : name}   also finds other spellings`;
    return wrong(text, 'No indexed file declares it.', hint);
  }
  const file = context.view.files.find(({ path }) => path === paths[0])!;
  const source = (await sourceOf(context, file))!;
  return symbols.map((symbol) => selected(file, source, symbol));
}

function fileAt({ view }: SymbolContext, { text, paths, name }: IncludeDirective): ViewedFile | CoraError {
  for (const wanted of paths) {
    const file = view.files.find(({ path }) => path === wanted);
    if (file !== undefined) return file;
  }
  const wanted = paths.at(-1)!;
  const [near] = nearestPaths(
    wanted,
    view.files.map(({ path }) => path),
  );
  const meant = name === null ? `file:${near}` : `"decl:${near}#${name}"`;
  const hint =
    near === undefined
      ? 'cora files   says what is indexed, and why the rest is not'
      : `Did you mean --include ${meant}?`;
  return wrong(text, `${wanted} is not an indexed file.`, hint);
}

/**
 * Finds a name that differs by two edits, or that contains the wanted one or is contained in it.
 */
function nearestOrLike(wanted: string, names: readonly string[]): string | undefined {
  const lower = wanted.toLowerCase();
  const isLike = (name: string): boolean => name.toLowerCase().includes(lower) || lower.includes(name.toLowerCase());
  return (
    nearest(wanted, names) ?? (lower.length < 3 ? undefined : names.find((name) => name.length > 2 && isLike(name)))
  );
}

function wrong(text: string, reason: string, hint: string): CoraError {
  return new CoraError('USAGE', `--include ${text}: ${reason}`, { hint });
}

async function sourceOf(context: SymbolContext, file: ViewedFile): Promise<SourceFile | undefined> {
  const key = blobKeyOf(file);
  return (await readFiles(context, [key])).get(key);
}

function wholeOf({ lines }: SourceFile): Lines {
  return { name: '', kind: 'text', scope: [], signature: '', startLine: 1, endLine: lines.length };
}

const NO_WORDS = wordsIn('');
const NO_FEATURES = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Weights;

function selected(file: ViewedFile, source: SourceFile, lines: Lines): Omit<Selected, 'repository'> {
  const { name, kind, scope, signature, startLine, endLine } = lines;
  const { chunkId } = source.rows.find((row) => row.endLine >= startLine)!;
  const row = { chunkId, blobSha: file.blob, language: file.language, kind, startLine, endLine };
  const text = source.lines.slice(startLine - 1, endLine).join('\n');
  return {
    chunk: {
      row: { ...row, startByte: 0, tokens: 0, words: NO_WORDS },
      path: file.path,
      status: file.status,
      words: 0,
      coverage: 0,
      cosine: 0,
      ...NO_DEFINITION,
      name: 0,
    },
    score: 0,
    features: NO_FEATURES,
    included: { symbol: name, scope: [...scope], signature, endLine, parts: 1, frame: NO_FRAME, text },
  };
}
