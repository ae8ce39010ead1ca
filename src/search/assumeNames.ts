/**
 * If a question names something that no view knows, the names that were probably meant are searched
 * for instead. matchNames.ts compares names.
 */

import { madeOnce } from '../base/concurrency.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { editsBetween } from '../base/nearest.ts';
import type { Assumed } from '../base/searchTypes.ts';
import {
  DEFINES,
  joinedName,
  ONE_NAME,
  REFERS,
  STOP_WORDS,
  splitIdentifier,
  stem,
  wordsOfIdentifier,
} from '../base/words.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { partsOfName, pathWordsOf } from '../graph/pathWords.ts';
import { readFiles, type SymbolContext } from '../graph/readFiles.ts';
import type { SymbolHit } from '../graph/referenceModel.ts';
import { findSymbols } from '../graph/symbols.ts';
import type { CallerView } from '../view/callerView.ts';
import { isInView } from '../view/searchedView.ts';
import type { Frequencies } from '../view/statistics.ts';
import {
  couldBeMeant,
  createNameList,
  joinNameLists,
  matchNames,
  matchWord,
  type NameList,
  type NameMatch,
} from './matchNames.ts';
import { inEach, type OpenMember } from './members.ts';
import { gitOptionWords } from './question/readHistoryQuestion.ts';
import { otherForms, type Query, type Question, readQuestion, weighTerms } from './question.ts';
import { idf } from './rank/scoreRows.ts';

interface AskedQuery {
  query: Query;
  /** The question with the assumed names in place of the unknown ones. */
  meant: Question;
  /** Words that the question means but does not say. */
  implied: string[];
  assumed: Assumed[];
}

/** Adds implied words to the joined ones, which count for nothing in names. */
function withImplied(query: Query, implied: readonly string[]): Query {
  const said = new Set(query.terms.map(({ term }) => term));
  const added = [...new Set(implied.map(stem))].filter((term) => !said.has(term));
  return { ...query, joined: [...query.joined, ...added.map((term) => ({ term, weight: IMPLIED_WEIGHT }))] };
}

/** Between 0.8 and 1.2, questions are answered nearly as well. */
const IMPLIED_WEIGHT = 1;

/** @param open everything that is searched; a name counts as known if one of them knows it */
export async function askedQuery(
  open: readonly OpenMember[],
  statistics: Frequencies,
  question: Question,
): Promise<AskedQuery> {
  const idfOf = (term: string): number => idf(statistics, term);
  const unknown = unknownIn(question, statistics, () => open.flatMap(({ view }) => view.files.map(({ path }) => path)));
  const assumptions = unknown.length === 0 ? [] : assume(unknown, await namesOfAll(open, unknown));
  const implied = question.isLong ? [] : impliedWords(question.identifiers);
  const known = withImplied(weighTerms(question, idfOf), implied);
  if (assumptions.length === 0) return { query: known, meant: question, implied, assumed: [] };
  const meant = readQuestion(assumedText(question.text, assumptions));
  return {
    query: withOthers(withImplied(weighTerms(meant, idfOf), implied), assumptions),
    meant,
    implied,
    assumed: assumptions.map(({ asked, matches }) => ({ asked, meant: matches.map(({ spelling }) => spelling) })),
  };
}

async function namesOfAll(open: readonly OpenMember[], unknown: readonly Unknown[]): Promise<NameList> {
  // A single word may be part of many names.
  const isOfNames = unknown.every(({ written, kind }) => kind === 'name' && splitIdentifier(written).length > 1);
  const wanted = isOfNames ? unknown.map(({ written }) => written) : null;
  const lists = await inEach(open, undefined, ({ view, use }) =>
    use(false, async ({ store }) => definedNamesOf(await store, view, wanted)),
  );
  return lists.length === 1 ? lists[0]! : joinNameLists(lists);
}

/** The likeliest name replaces the unknown one in the text; the others get less weight. */
function withOthers(query: Query, assumptions: readonly Assumption[]): Query {
  const others = assumptions.flatMap(({ matches: [first, ...rest] }) => {
    const read = query.names.find(({ name }) => name === first!.name);
    if (read === undefined) return [];
    return rest.map(({ name, spelling, weight }) => ({
      ...read,
      name,
      written: spelling,
      weight: read.weight * weight,
      elsewhere: read.elsewhere * weight,
    }));
  });
  return { ...query, names: [...query.names, ...others] };
}

/**
 * With more names it is as fast to read all of them. Names of more than 500 letters are not among
 * the terms, so in a far index they are never assumed.
 */
const MOST_LIKE = 500;

/**
 * Reads all names of definitions, once for each view, and only when a query needs them.
 * @param wanted unknown names; in a far index only similar names are read. Null for all
 */
export async function definedNamesOf(
  store: SearchReader,
  view: CallerView,
  wanted: readonly string[] | null = null,
): Promise<NameList> {
  const known = definedNames.get(view);
  if (known !== undefined) return known;
  if (wanted !== null && store.afar !== null) {
    const tests = wanted.map(couldBeMeant);
    const isWanted = (name: string): boolean => tests.some((mayBe) => mayBe(name));
    const terms = (await store.termsWith(DEFINES)).filter((term) => isWanted(term.slice(DEFINES.length)));
    if (terms.length <= MOST_LIKE) return readNamesLike(store, view, terms, isWanted);
  }
  return madeOnce(definedNames, view, () => readDefinedNames(store, view));
}

async function readNamesLike(
  store: SearchReader,
  { byBlob, overlay }: CallerView,
  terms: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<NameList> {
  const inView = await store.rowsWithTerms(terms, Infinity, ['defines'], isInView({ byBlob }));
  const definitions = [...overlay, ...inView].flatMap(({ defines }) => defines);
  return createNameList(definitions.filter(({ name }) => isWanted(joinedName(name))));
}

const definedNames = new WeakMap<CallerView, Promise<NameList>>();

async function readDefinedNames(store: SearchReader, { byBlob, overlay }: CallerView): Promise<NameList> {
  const definitions = overlay.flatMap(({ defines }) => defines);
  for await (const rows of store.scan(['blobSha', 'language', 'defines'])) {
    for (const row of rows) {
      if (row.defines.length > 0 && byBlob.has(rowKeyOf(row))) definitions.push(...row.defines);
    }
  }
  return createNameList(definitions);
}

/** @returns at most 5, likeliest first; none where the name is defined */
export async function nearNames(context: SymbolContext, name: string): Promise<string[]> {
  const { outer: around, last } = partsOfName(name);
  const outer = around.at(-1);
  const wanted = outer === undefined ? [last] : [last, outer];
  const names = await definedNamesOf(context.store, context.view, wanted);
  if (outer === undefined) return matchNames(last, names, true).map(({ spelling }) => spelling);
  if ((await findSymbols(context, name)).length > 0) return [];
  const like = (part: string): string[] =>
    names.has(joinedName(part)) ? [part] : matchNames(part, names, true).map(({ spelling }) => spelling);
  const [outers, found] = [like(outer), await definitionsOf(context, like(last))];
  const isOfOuter = ({ scope }: Scoped): boolean =>
    outers.some((one) => joinedName(one) === joinedName(scope.at(-1) ?? ''));
  const separator = /::|[.#\\/]/.exec(name)![0];
  const written = ({ scope, name: own }: Scoped): string => [...scope.slice(-1), own].join(separator);
  // A short name is like hundreds, but like few of its own type.
  const members = async (): Promise<Scoped[]> =>
    (await definitionsBeside(context, outers)).filter((one) => isOfOuter(one) && isLikeMember(last, one.name));
  const inOuter = found.filter(isOfOuter);
  const near = inOuter.length > 0 ? inOuter : await members();
  const shown = (near.length > 0 ? near : found).map(written);
  return [...new Set(shown.length > 0 ? shown : outers)].slice(0, MOST_NEAR);
}

const MOST_NEAR = 5;

type Scoped = Pick<SymbolHit, 'name' | 'scope'>;

async function definitionsOf(context: SymbolContext, names: readonly string[]): Promise<SymbolHit[]> {
  return (await Promise.all(names.map((name) => findSymbols(context, name)))).flat();
}

/** All definitions of the files that define one of the names. */
async function definitionsBeside(context: SymbolContext, names: readonly string[]): Promise<Scoped[]> {
  const paths = new Set((await definitionsOf(context, names)).map(({ path }) => path));
  const files = await readFiles(context, context.view.files.filter(({ path }) => paths.has(path)).map(blobKeyOf));
  return [...files.values()].flatMap(({ definitions }) => definitions);
}

function isLikeMember(asked: string, member: string): boolean {
  const [wanted, known] = [joinedName(asked), joinedName(member)];
  return wanted.length > 1 && (known.startsWith(wanted) || (known.length > 2 && editsBetween(wanted, known, 1) <= 1));
}

interface Unknown {
  written: string;
  /**
   * A name may have its parts in another order or be shortened; a word of a sentence may only be
   * mistyped.
   */
  kind: 'name' | 'word';
  /** True if the name is the whole question. */
  alone: boolean;
}

/** The most words that are checked: a chat or a stack trace names many things from elsewhere. */
const MOST_WORDS = 32;
const MOST_UNKNOWN = 3;
/** Plain words have only lower-case letters; others are names. */
const PLAIN_WORD = /^[a-z]{6,}$/;

/** @param paths returns the paths of the view's files */
export function unknownIn(question: Question, statistics: Frequencies, paths: () => readonly string[]): Unknown[] {
  const options = gitOptionWords(question.text);
  const words = [...new Set(question.identifiers)].filter((word) => !options.has(word));
  if (words.length > MOST_WORDS || question.report !== null) return [];
  const named = new Map(question.allNames.map(({ written, alone }) => [written, alone]));
  const unknown = words.flatMap((written): Unknown[] => {
    const isName = named.has(written) || splitIdentifier(written).length > 1;
    const alone = named.get(written) === true;
    if (!isName && (!PLAIN_WORD.test(written) || STOP_WORDS.has(written))) return [];
    return written.length > LONGEST_NAME || isKnown(written, statistics)
      ? []
      : [{ written, kind: isName ? 'name' : 'word', alone }];
  });
  if (unknown.length === 0) return unknown;
  const files = paths();
  return unknown.filter(({ written }) => !isInPaths(written, files)).slice(0, MOST_UNKNOWN);
}

/** True if the view knows a name. A mentioned name is known too, as it may be defined elsewhere. */
function isKnown(written: string, statistics: Frequencies): boolean {
  const joined = joinedName(written);
  const term = stem(joined);
  const terms = [DEFINES + joined, REFERS + joined, joined];
  if (splitIdentifier(written).length === 1) terms.push(term, ...otherForms(term), ...wordsOfIdentifier(written));
  return joined === '' || terms.some((one) => statistics.frequency(one) > 0);
}

/** In characters. Longer names are not compared. */
const LONGEST_NAME = 200;

/** True if a file has this name, or a path contains it. */
function isInPaths(written: string, paths: readonly string[]): boolean {
  const joined = joinedName(written);
  // Splitting all of 70,000 paths into words takes seconds, so only similar ones are split.
  const spelled = new RegExp([...joined].join(String.raw`[^\p{L}\p{M}\p{N}/]*`), 'u');
  return paths.some((path) => {
    const lower = path.toLowerCase();
    return spelled.test(lower) && (lower.includes(joined) || pathWordsOf(path).joined === joined);
  });
}

/** An unknown name or word, and what was assumed for it. */
interface Assumption {
  asked: string;
  matches: NameMatch[];
}

export function assume(unknown: readonly Unknown[], names: NameList): Assumption[] {
  return unknown.flatMap(({ written, kind, alone }) => {
    const matches = kind === 'name' ? matchNames(written, names, alone) : [];
    if (matches.length > 0) return [{ asked: written, matches }];
    if (splitIdentifier(written).length > 1) return [];
    const word = matchWord(written.toLowerCase(), names);
    return word === null ? [] : [{ asked: written, matches: [{ name: word, spelling: word, weight: 1 }] }];
  });
}

/** Returns the text with the likeliest name of each assumption in place of the unknown one. */
export function assumedText(text: string, assumptions: readonly Assumption[]): string {
  const meant = new Map(assumptions.map(({ asked, matches }) => [asked, matches[0]!.spelling]));
  return text.replace(new RegExp(ONE_NAME, 'gu'), (written) => meant.get(written) ?? written);
}

// Finds words of code that a plain question means but does not say: "how long does a message stay"
// asks for a timeout. Pure.

/** Idioms, and the words by which code calls what they ask for. */
const IDIOMS: readonly (readonly [readonly string[], readonly string[]])[] = [
  'how long, how many days, how many hours, how many minutes, how many seconds: timeout duration delay expire expiration expiry ttl age period interval',
  'how often: interval frequency period schedule',
  'how many, how much: max limit count size',
  'how big, how large, how small, how short, how deep, how high: max min limit size length',
  'who may, who can, who is allowed: permission role access authorize allow',
  'to sign in, signed in, signing in, logged in: login session auth',
  'sign up, signed up: register signup',
  'turn off, turned off, switch off, switched off: disable',
  'try again, tried again, tries again, how many times: retry attempt',
  'look different, which color, which colors, which colour, which colours: theme style color',
  'get rid of: delete remove',
  'newer version, new version, newest version, newer release, new release: update latest upgrade',
  'which order, listed first, comes first: sort order rank priority',
  'kept from, kept out: block deny forbid filter',
].map((line) => {
  const [idioms, words] = line.split(': ') as [string, string];
  return [idioms.split(', ').map((idiom) => ` ${idiom} `), words.split(' ')];
});

/**
 * @param said the words of a question, in their order
 * @returns none that the question says itself
 */
export function impliedWords(said: readonly string[]): string[] {
  const words = said.map((word) => word.toLowerCase());
  const text = ` ${words.join(' ')} `;
  const implied = IDIOMS.flatMap(([idioms, meant]) => (idioms.some((idiom) => text.includes(idiom)) ? meant : []));
  return [...new Set(implied)].filter((word) => !words.includes(word));
}
