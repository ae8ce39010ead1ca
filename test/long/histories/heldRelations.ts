/** Holds what an answer says of relations ("called by Store.open"), and the places that it names, against `cora symbols` and `cora refs`. */

import {
  findReferences,
  findSymbols,
  type MentionKind,
  openSearcher,
  type ReferenceHit,
  type RelatedHit,
  type SearchHit,
  type SymbolHit,
  sessionSettings,
} from '../../../bench/library.ts';
import { type Answers, optionsOf, type Place, surroundingsOf } from './answers.ts';
import type { Difference } from './differences.ts';
import type { FileVersions, Held } from './heldLines.ts';

/** What the place shown does to the definition that is named. A test may use what it only imports. */
const USES: Readonly<Record<string, readonly MentionKind[]>> = {
  calls: ['call'],
  'inherits from': ['inherit'],
  'uses the type': ['type'],
  uses: ['type', 'import'],
  imports: ['import'],
  'links to': ['link'],
  'test of': ['call', 'inherit', 'type', 'import', 'link'],
};
/** What the one that is named does to the definition shown. */
const USED_BY: Readonly<Record<string, readonly MentionKind[]>> = {
  'called by': ['call'],
  'base of': ['inherit'],
  'used as a type by': ['type'],
  'used by': ['type'],
  'imported by': ['import'],
  'linked from': ['link'],
};
/** These claim no reference. */
const CLAIMS_NONE = /^(?:similar|named as the test of )/;

/** A place with what is said of it. */
interface Claim {
  path: string;
  startLine: number;
  endLine: number;
  symbol: string;
  reason: string;
  /** The lines are a chunk's, not the definition's own. */
  isChunk: boolean;
}

/** What `symbols` and `refs` say of a name. */
interface Known {
  symbols(name: string): Promise<SymbolHit[]>;
  refs(name: string): Promise<ReferenceHit[]>;
  versions: FileVersions;
}

/** @returns relations that `refs` does not know, and places that `symbols` does not know */
export async function falseRelations(place: Place, answers: Answers, versions: FileVersions): Promise<Held> {
  if (!('files of the view' in answers)) return { held: 0, found: [] };
  const searcher = await openSearcher(sessionSettings(optionsOf(place)), surroundingsOf(place));
  try {
    const context = await searcher.symbols();
    const known: Known = {
      symbols: remembered((name) => findSymbols(context, name)),
      refs: remembered((name) => findReferences(context, name)),
      versions,
    };
    let held = 0;
    const found: Difference[] = [];
    for (const [what, answer] of Object.entries(answers)) {
      for (const claim of claimsIn(what, answer)) {
        held += 1;
        const reason = await falseIn(claim, known);
        const { path, startLine, endLine, symbol } = claim;
        if (reason !== null) found.push({ what, at: `${path}:${startLine}-${endLine} ${symbol}: ${reason}` });
      }
      for (const hit of referencesIn(what, answer)) {
        held += 1;
        const reason = await falseReference(hit, known);
        if (reason !== null) found.push({ what, at: `${hit.path}:${hit.line} ${hit.name}: ${reason}` });
      }
    }
    return { held, found };
  } finally {
    searcher.close();
  }
}

function remembered<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const found = known.get(name) ?? ask(name);
    known.set(name, found);
    return found;
  };
}

function claimsIn(what: string, answer: unknown): Claim[] {
  const own = (hits: readonly RelatedHit[]): Claim[] =>
    hits.map((hit) => ({ ...hit, isChunk: hit.reason === 'similar' }));
  if (what.startsWith('related ') && Array.isArray(answer)) return own(answer);
  if (!what.startsWith('query ')) return [];
  const { results = [], related = [] } = answer as { results?: SearchHit[]; related?: RelatedHit[] };
  const raised = results.flatMap(({ path, chunk, symbol, reason }) =>
    reason === undefined ? [] : [{ path, ...chunk, symbol, reason, isChunk: true }],
  );
  return [...own(related), ...raised];
}

const referencesIn = (what: string, answer: unknown): ReferenceHit[] =>
  what.startsWith('refs ') && Array.isArray(answer) ? answer : [];

async function falseIn(claim: Claim, known: Known): Promise<string | null> {
  if (!claim.isChunk && !(await isAtItsLines(claim, known))) return 'no definition with this name has these lines';
  if (CLAIMS_NONE.test(claim.reason)) return null;
  const use = parted(claim.reason, USES);
  const isTrue =
    use === null ? await isReferredTo(claim, parted(claim.reason, USED_BY), known) : await refers(claim, use, known);
  return isTrue ? null : `"${claim.reason}" is not among its refs`;
}

interface Relation {
  kinds: readonly MentionKind[];
  /** `Store.open`, or the path of a file. */
  title: string;
}

function parted(reason: string, verbs: Readonly<Record<string, readonly MentionKind[]>>): Relation | null {
  // `uses the type T` is no `uses`: the longest verb is meant.
  const verb = Object.keys(verbs)
    .filter((one) => reason.startsWith(`${one} `))
    .sort((a, b) => b.length - a.length)[0];
  return verb === undefined ? null : { kinds: verbs[verb]!, title: reason.slice(verb.length + 1) };
}

/** A definition has its own lines; a heading, the title of a test and what stands at the top of a file begin with themselves. */
async function isAtItsLines(
  { path, startLine, endLine, symbol }: Claim,
  { symbols, versions }: Known,
): Promise<boolean> {
  if (symbol === '') return startLine === endLine;
  const named = await symbols(symbol);
  if (named.some((one) => one.path === path && one.startLine === startLine && one.endLine === endLine)) return true;
  const isDefinition = named.some((one) => one.path === path && one.startLine === startLine);
  return !isDefinition && linesOf(versions(path)).some((lines) => lines[startLine - 1]?.includes(symbol) === true);
}

/** Some line of the place refers to what is named. */
async function refers({ path, startLine, endLine }: Claim, { kinds, title }: Relation, known: Known): Promise<boolean> {
  const isInside = (line: number): boolean => startLine <= line && line <= endLine;
  for (const ref of await known.refs(lastOf(title))) {
    if (ref.path !== path || ref.target === null || titleOf(ref.target) !== title || !kinds.includes(ref.kind))
      continue;
    if (isInside(ref.line)) return true;
    // What a test imports it uses further down.
    const isUsed = linesOf(known.versions(path)).some((lines) =>
      lines.slice(startLine - 1, endLine).some((line) => line.includes(ref.name)),
    );
    if (ref.kind === 'import' && kinds.length > 1 && isUsed) return true;
  }
  return false;
}

/** What is named refers to a definition in the place. */
async function isReferredTo(claim: Claim, relation: Relation | null, known: Known): Promise<boolean> {
  if (relation === null) return false;
  const { path, startLine, endLine } = claim;
  const { kinds, title } = relation;
  const names = claim.isChunk ? wordsOf(claim, known) : [claim.symbol];
  for (const name of names) {
    for (const ref of await known.refs(name)) {
      const { target } = ref;
      if (target === null || target.path !== path || !kinds.includes(ref.kind)) continue;
      const isMeant = claim.isChunk
        ? startLine <= target.startLine && target.startLine <= endLine
        : target.startLine === startLine && target.endLine === endLine;
      if (isMeant && (await isHolder(ref, title, known))) return true;
    }
  }
  return false;
}

/** The file, the definition, or the block of a test whose title stands above, that holds the reference. */
async function isHolder(ref: ReferenceHit, title: string, { symbols, versions }: Known): Promise<boolean> {
  if (ref.path === title) return true;
  const named = (await symbols(lastOf(title))).filter((one) => one.path === ref.path && titleOf(one) === title);
  if (named.some(({ startLine, endLine }) => startLine <= ref.line && ref.line <= endLine)) return true;
  return linesOf(versions(ref.path)).some((lines) =>
    lines.slice(0, ref.line).some((line) => line.includes(`'${title}'`) || (/^#+ /.test(line) && line.includes(title))),
  );
}

/** A reference resolves to a definition that is there, and stands in what is said to hold it. */
async function falseReference(
  { path, line, symbol, target, preview }: ReferenceHit,
  known: Known,
): Promise<string | null> {
  const shown = linesOf(known.versions(path)).some((lines) => lines[line - 1]?.trim() === preview);
  if (!shown) return `the line is another one than ${preview}`;
  if (symbol !== '') {
    const holders = (await known.symbols(symbol)).filter((one) => one.path === path);
    const isHeld = holders.length === 0 || holders.some((one) => one.startLine <= line && line <= one.endLine);
    if (!isHeld) return `it does not stand in ${symbol}`;
  }
  if (target === null) return null;
  const { startLine, endLine } = target;
  const isThere = (await known.symbols(target.name)).some(
    (one) => one.path === target.path && one.startLine === startLine && one.endLine === endLine,
  );
  return isThere ? null : `${target.path}:${startLine} does not define ${target.name}`;
}

function wordsOf({ path, startLine, endLine }: Claim, { versions }: Known): Set<string> {
  const texts = linesOf(versions(path)).flatMap((lines) => lines.slice(startLine - 1, endLine));
  return new Set(texts.join('\n').match(/[\w$]+/g) ?? []);
}

const linesOf = (versions: ReturnType<FileVersions>): string[][] =>
  Object.values(versions).filter((one) => one !== null);
const titleOf = ({ name, scope }: { name: string; scope: readonly string[] }): string =>
  [...scope.slice(-1), name].join('.');
const lastOf = (title: string): string => title.slice(title.lastIndexOf('.') + 1);
