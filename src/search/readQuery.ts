/**
 * A query is read here: its words and their other forms, the names and types in it, and, of a whole chat, the terms that matter.
 * Nothing here looks at a view. Pure.
 */

import { addTo } from '../base/lists.ts';
import { identifiersIn, joinedName, STOP_WORDS, splitIdentifier, stem } from '../base/words.ts';

export interface Query {
  text: string;
  /** Distinct stemmed words without stop words, in the order of the text, then their other forms at half weight. */
  terms: WeightedTerm[];
  /** Identifiers and pairs of adjacent words, joined in lower case: `loss mask` → 'lossmask'. They count half. */
  joined: WeightedTerm[];
  /** Names that may be definitions: identifiers of two or more parts, qualified ones, or the whole query when it is one word. */
  names: AskedName[];
  /** Capitalised words of a sentence. */
  types: TypeWord[];
}

export interface WeightedTerm {
  term: string;
  weight: number;
}

/** A question has a dozen words; more come from a chat, an error text or pasted code. */
const MAX_TERMS = 32;
const JOINED_WEIGHT = 0.5;
/** Of the short form of a word that was asked for, or the long one. */
const FORM_WEIGHT = 0.5;
/** In a long text the end is what is being asked. */
const TAIL_SHARE = 0.25;
const TAIL_WEIGHT = 3;

/** @param idfOf how rare a term is in the caller's view; used only to choose among the terms of a long text */
export function readQuery(text: string, idfOf: (term: string) => number): Query {
  const words = identifiersIn(text);
  const single = words.length === 1;
  const parts = words.flatMap((word, at) => splitIdentifier(word).map((part) => ({ part, at })));
  const kept = parts.filter(({ part }) => single || !STOP_WORDS.has(part));
  const subject = kept.length === 0 ? parts : kept;
  const weights = new Map<string, number>();
  const asked = askedRange(text, words.length);
  const long = new Set(subject.map(({ part }) => part)).size > MAX_TERMS;
  for (const { part, at } of subject) {
    const term = stem(part);
    weights.set(term, (weights.get(term) ?? 0) + (long && at >= asked.from && at < asked.to ? TAIL_WEIGHT : 1));
  }
  return {
    text,
    terms: long ? heaviest(weights, idfOf) : withOtherForms([...weights.keys()]),
    joined: joinedTerms(words, long),
    names: askedNames(long ? textBetween(text, words, asked) : text, single),
    types: single || long ? [] : typeWords(text),
  };
}

function withOtherForms(terms: readonly string[]): WeightedTerm[] {
  const forms = new Set(terms.flatMap(otherForms).filter((form) => !terms.includes(form)));
  return [...terms.map((term) => ({ term, weight: 1 })), ...[...forms].map((term) => ({ term, weight: FORM_WEIGHT }))];
}

/** Of a long text: the terms that are often said and rarely seen in the repository. */
function heaviest(weights: ReadonlyMap<string, number>, idfOf: (term: string) => number): WeightedTerm[] {
  const scored = [...weights].map(([term, count]) => ({ term, weight: (1 + Math.log(count)) * idfOf(term) }));
  scored.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  const chosen = scored.slice(0, MAX_TERMS);
  const most = chosen[0]?.weight || 1;
  return chosen.map(({ term, weight }) => ({ term, weight: weight / most }));
}

function joinedTerms(words: readonly string[], long: boolean): WeightedTerm[] {
  const names = new Set<string>();
  for (const word of words) {
    if (splitIdentifier(word).length > 1) names.add(joinedName(word));
  }
  if (!long) {
    const plain = words.map((word) => word.toLowerCase());
    for (let at = 0; at + 1 < plain.length; at++) {
      const [first, second] = [plain[at]!, plain[at + 1]!];
      if (STOP_WORDS.has(first) || STOP_WORDS.has(second)) continue;
      names.add(joinedName(first) + joinedName(second));
      if (second.length > 3 && second.endsWith('s')) names.add(joinedName(first) + joinedName(second.slice(0, -1)));
    }
  }
  return [...names].slice(0, MAX_TERMS).map((term) => ({ term, weight: JOINED_WEIGHT }));
}

/** What a chat asks, as a range of its words: the last turn of a person, else the last quarter. */
function askedRange(text: string, words: number): { from: number; to: number } {
  const turns = [...text.matchAll(TURN)];
  const last = turns.findLastIndex(([, speaker]) => PERSON.has(speaker!.toLowerCase()));
  if (last === -1) return { from: Math.floor(words * (1 - TAIL_SHARE)), to: words };
  const wordsBefore = (at: number): number => identifiersIn(text.slice(0, at)).length;
  const next = turns[last + 1];
  return { from: wordsBefore(turns[last]!.index), to: next === undefined ? words : wordsBefore(next.index) };
}

/** `User: …`, `**Assistant:** …` at the beginning of a line. */
const TURN = /^[ \t>*#-]*(user|human|me|question|assistant|ai|bot|model|answer)\b[ \t*]*:/gim;
const PERSON = new Set(['user', 'human', 'me', 'question']);

/** The part of the text from one of its words to another. */
function textBetween(text: string, words: readonly string[], { from, to }: { from: number; to: number }): string {
  let end = 0;
  let start = 0;
  for (let at = 0; at < to; at++) {
    const begin = text.indexOf(words[at]!, end);
    if (at === from) start = begin;
    end = begin + words[at]!.length;
  }
  return text.slice(start, end);
}

// Which names a text asks for: identifiers, qualified ones with their scope, capitalised words that may be types. Pure.

/** A name that may be a definition. */
export interface AskedName {
  /** Joined, lower case. */
  name: string;
  /** As it stands in the text; without its qualifiers. */
  written: string;
  /** What stands before it, joined, outermost first: `Rack::Builder` → ['rack']. */
  scope: readonly string[];
  /** What a definition of the name counts, and what one counts that is not inside of the scope. */
  weight: number;
  elsewhere: number;
  /** The text is this name and nothing else. */
  alone: boolean;
}

/** A capitalised word of a sentence: `how does the Router match` means a type of this name, if there is one. */
export interface TypeWord {
  name: string;
  written: string;
  /** Every sentence begins with a capital: its first word counts less. */
  weight: number;
}

const MOST_NAMES = 12;
/** Of a qualifier that is an identifier itself: `HandlerStack.push` is about push. */
const QUALIFIER = 0.5;
const OTHER_SCOPE = 0.5;
/** Of a name of several parts that is all that is asked for: whoever types that wants its definition first. A plain word may be a subject. */
const ALONE = 2;
const FIRST_WORD = 0.7;

/** `name`, `Scope::name`, `scope.name`, `Scope#name`, `scope->name`, each perhaps with `()`. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|#|->|\.)[\p{L}_$][\p{L}\p{N}_$]*)*(\(\))?/gu;
const SEPARATOR = /::|#|->|\./;
/** They name the place where they are written, not a definition. */
const RECEIVERS = new Set(['self', 'this', 'super', 'cls', 'crate', 'static']);
/** `builder.rb` is a file. */
const EXTENSION =
  /^(?:[ch]|cc|cpp|hpp|cxx|hh|m|mm|cs|css|dart|exs?|go|hs|html?|java|[cm]?jsx?|[cm]?tsx?|json|kts?|lua|md|ml|php|pyi?|rb|rs|rst|scala|sh|sol|swift|toml|txt|vue|xml|ya?ml|zig)$/;

/** `struct client`, `class Router`; a "class loader" is none. */
const KEYWORD =
  /^(?:(?:struct|enum|trait|protocol|impl|fn|func|def)|(?:class|interface|type|module|function|method|const)(?=\s+\S*[\p{Lu}_]))\s+(?=\S+$)/u;

/** @param single the text is one word: then it is a name whatever it looks like */
export function askedNames(text: string, single: boolean): AskedName[] {
  const bare = text.trim().replace(KEYWORD, '');
  const found = [...text.matchAll(NAME)].flatMap((match) =>
    namesOf(match[0], {
      alone: single || match[0] === bare,
      marked: match[1] !== undefined || (text[match.index - 1] === '`' && text[match.index + match[0].length] === '`'),
    }),
  );
  const distinct = new Map<string, AskedName>();
  for (const asked of found) {
    const key = [...asked.scope, asked.name].join('.');
    if (asked.name !== '' && !distinct.has(key)) distinct.set(key, asked);
  }
  return [...distinct.values()].slice(0, MOST_NAMES);
}

/** @param marked written as code: in back-ticks or with `()` */
function namesOf(text: string, { alone, marked }: { alone: boolean; marked: boolean }): AskedName[] {
  const segments = text.replace('()', '').split(SEPARATOR);
  const isName = (segment: string): boolean => alone || marked || splitIdentifier(segment).length > 1;
  const plain = (written: string, weight: number): AskedName[] =>
    isName(written) ? [{ name: joinedName(written), written, scope: [], weight, elsewhere: weight, alone }] : [];
  const weight = alone && splitIdentifier(segments.at(-1)!).length > 1 ? ALONE : 1;
  if (EXTENSION.test(segments.at(-1)!)) return segments.flatMap((segment) => plain(segment, weight));
  const written = segments.pop()!;
  const scope = segments.filter((segment) => !RECEIVERS.has(segment)).map(joinedName);
  if (scope.length === 0) return plain(written, weight);
  // `app.get` in a sentence: one part behind a dot may be anything, unless it is defined in there.
  const elsewhere = isName(written) || !text.includes('.') ? weight * OTHER_SCOPE : 0;
  const last: AskedName = { name: joinedName(written), written, scope, weight, elsewhere, alone };
  return [
    last,
    ...segments
      .filter((segment) => splitIdentifier(segment).length > 1)
      .flatMap((segment) => plain(segment, QUALIFIER)),
  ];
}

/** Words with a capital and of one part; identifiers of several parts and qualified ones are names anyway. */
export function typeWords(text: string): TypeWord[] {
  const found = new Map<string, TypeWord>();
  const unqualified = text.replace(NAME, (match) => (SEPARATOR.test(match) ? '' : match));
  identifiersIn(unqualified).forEach((written, at) => {
    const plain = written.length > 1 && /^\p{Lu}/u.test(written) && splitIdentifier(written).length === 1;
    if (!plain || STOP_WORDS.has(written.toLowerCase()) || found.has(written)) return;
    found.set(written, { name: joinedName(written), written, weight: at === 0 ? FIRST_WORD : 1 });
  });
  return [...found.values()].slice(0, MOST_NAMES);
}

// Short and long forms of the words that programs abbreviate. Pure.

/** Each group: the short form, then the words that it stands for. A query for one also finds the other, at half weight. */
const GROUPS =
  'config configuration configure;auth authentication authorization authenticate;db database;dir directory folder;msg message;' +
  'util utility utils helper;init initialize initialization;env environment;param parameter;arg argument;fn func function;src source;' +
  'dst dest destination;buf buffer;str string;num number;ctx context;req request;res resp response;err error exception failure;' +
  'cmd command;conn connection connect;ref reference;tmp temp temporary;ws websocket;impl implementation;info information;' +
  'async asynchronous;sync synchronous synchronize;deps dependency;repo repository;doc documentation;expr expression;stmt statement;' +
  'var variable;attr attribute;prop property;elem element;idx index;len length;max maximum;min minimum;img image;pkg package;' +
  'lib library;proc process;spec specification;val value;gen generate generator;exec execute execution;op operation operator;' +
  'cb callback;evt event;addr address;iface interface;mem memory;alloc allocate allocator allocation;del delete remove;' +
  'concat concatenate concatenation;eq equal equality;cmp compare comparison;fmt format;url uri;ssl tls;cert certificate;' +
  'id identifier;pwd password;sub subscribe subscription;pub publish;iter iterator iterate iteration;desc description descriptor;' +
  'decl declaration;def define definition;calc calculate;obs observable;nav navigation;seq sequence;dict dictionary map;rand random;' +
  'regex regexp;sess session;stats statistics;sched schedule scheduler;ser serialize serialization;de deserialize;' +
  'transform transformer;ident identifier;enc encode encoder;dec decode decoder;hash digest;json javascript;tx txn transaction;' +
  'lock mutex;queue fifo;perm permission;priv private;ver version;win windows;lookup find;dns resolve resolver;multi multiple;' +
  'prev previous;curr current;pos position;notify notification;coll collection;ext extension;mw middleware';

const OTHER_FORMS = new Map<string, string[]>();
for (const group of GROUPS.split(';')) {
  const [short, ...long] = group.split(' ').map(stem) as [string, ...string[]];
  for (const word of long) {
    addTo(OTHER_FORMS, short, word);
    addTo(OTHER_FORMS, word, short);
  }
}

/** @param term stemmed @returns stemmed forms that mean the same */
export function otherForms(term: string): readonly string[] {
  return OTHER_FORMS.get(term) ?? [];
}
