/**
 * Reads the text of a question, once: its words, the names and types in it, the part of a chat that
 * asks, and what it asks of the history. Later steps take the Question and never read the text
 * again. This file knows no view. Pure.
 */

import { addTo, lazy } from '../base/lists.ts';
import { identifiersOfQuestion, isSpaced, joinedName, STOP_WORDS, stem, wordsOfIdentifier } from '../base/words.ts';
import type { HistoryQuestion } from './question/historyPatterns.ts';
import { readHistoryQuestion } from './question/readHistoryQuestion.ts';
import {
  type AskedName,
  askedNames,
  guidesAsked,
  type Quoted,
  quotedParts,
  type TypeWord,
  typeWords,
  writtenFolders,
} from './question/readNames.ts';
import { isReport, type Report, readReport } from './question/report.ts';
import { type WrittenPath, writtenPaths } from './question/stackFrames.ts';

export { type HistoryQuestion, LAST_RELEASE, PART, PATH, VERB } from './question/historyPatterns.ts';
export {
  type AskedName,
  hasMessage,
  isQuestion,
  type NamedInText,
  namesIn,
  type Quoted,
  shareIn,
  type TypeWord,
} from './question/readNames.ts';
export type { Report } from './question/report.ts';
export { type StackFrame, type WrittenPath, writtenPaths } from './question/stackFrames.ts';

export interface Question {
  /** The question as it was asked, for showing it, embedding it and for language models. */
  text: string;
  /** The part that is searched for: a report without the parts that come from its template. */
  subject: string;
  /** The parts of a pasted issue or another long text; null for a question. */
  report: Report | null;
  /** The title and the first paragraph of a report, which are searched for separately. */
  lead: Omit<Question, 'history'> | null;
  /** All identifiers and words, in the order of the text. */
  identifiers: readonly string[];
  /**
   * The number of times that each stemmed word occurs, without stop words. The last turn of a chat
   * counts more.
   */
  counts: ReadonlyMap<string, number>;
  /** True for more words than a question has: a chat, an error text or pasted code. */
  isLong: boolean;
  /**
   * Identifiers, and pairs of adjacent words, joined in lower case: `loss mask` → 'lossmask'. They
   * count half.
   */
  joined: WeightedTerm[];
  /**
   * Names that may be definitions: identifiers of several parts, qualified ones, or the whole text
   * if it is one word. In a chat, those of its last turn.
   */
  names: AskedName[];
  /** The names of the whole text. */
  allNames: AskedName[];
  /** Capitalised words in a sentence. */
  types: TypeWord[];
  /** Paths in the text, in a chat those of its last turn. Empty for a report, which has its own. */
  paths: readonly WrittenPath[];
  /** Names folders, messages, routes and the project itself, in a short question. */
  outright: Outright;
  /**
   * The question about the history, read when it is first needed; null for a question about the
   * present code.
   */
  readonly history: HistoryQuestion | null;
}

/** All of these are empty for a report, a chat, or another long text. */
export interface Outright {
  /** Paths that may be of folders. */
  folders: readonly string[];
  quoted: readonly Quoted[];
  /** Patterns of the project's own documents that answer the question, the best first. */
  guides: readonly RegExp[];
}

const NOTHING: Outright = { folders: [], quoted: [], guides: [] };
/** Every line of many files is compared with all that is quoted. */
const LONGEST_OUTRIGHT = 1000;

/** A question in the form in which it is searched for in one or several views. */
export interface Query extends Pick<Question, 'text' | 'names' | 'types'> {
  /** Those of the question, and words that it implies. */
  joined: readonly WeightedTerm[];
  /**
   * Distinct stemmed words without stop words in the order of the text, then their other forms with
   * half the weight.
   */
  terms: WeightedTerm[];
}

export interface WeightedTerm {
  term: string;
  weight: number;
  /** True for another form of a word in the question. */
  isOther?: boolean;
}

/** The most terms of a long text; a question has a dozen words. */
const MOST_TERMS = 32;
/** The most of these that are numbers, single letters and pairs of letters of another script. */
const MOST_MINOR = 4;
const JOINED_WEIGHT = 0.5;
/** The weight of a word's short form, or of the long form of a short one. */
const FORM_WEIGHT = 0.5;
/** The last quarter of a long text asks the question. */
const TAIL_SHARE = 0.25;
const TAIL_WEIGHT = 3;

export function readQuestion(text: string): Question {
  const identifiers = identifiersOfQuestion(text);
  const read = isReport(text, identifiers.length) ? reportQuestion(text) : plainQuestion(text, identifiers);
  const history = lazy(() => readHistoryQuestion(text));
  return {
    ...read,
    get history() {
      return history();
    },
  };
}

/** Returns the messages that a short question has in quotes. */
export function messagesIn(text: string): readonly Quoted[] {
  if (text.length > LONGEST_OUTRIGHT) return [];
  return readQuestion(text).outright.quoted.filter(({ isRoute, least }) => !isRoute && least === 0);
}

type Read = Omit<Question, 'history'>;

function plainQuestion(text: string, identifiers: readonly string[]): Read {
  const isSingle = identifiers.length === 1;
  const parts = identifiers.flatMap((word, at) => wordsOfIdentifier(word).map((part) => ({ part, at })));
  const kept = parts.filter(({ part }) => isSingle || !STOP_WORDS.has(part));
  const subject = kept.length === 0 ? parts : kept;
  const isLong = new Set(subject.map(({ part }) => part)).size > MOST_TERMS;
  const asked = isLong ? askedRange(text, identifiers.length) : { from: 0, to: 0 };
  const counts = new Map<string, number>();
  for (const { part, at } of subject) {
    const term = stem(part);
    counts.set(term, (counts.get(term) ?? 0) + (at >= asked.from && at < asked.to ? TAIL_WEIGHT : 1));
  }
  const allNames = askedNames(text, isSingle);
  const end = isLong ? textBetween(text, identifiers, asked) : text;
  return {
    text,
    subject: text,
    report: null,
    lead: null,
    identifiers,
    counts,
    isLong,
    joined: joinedTerms(identifiers, isLong),
    names: isLong ? askedNames(end, isSingle) : allNames,
    allNames,
    types: isSingle || isLong ? [] : typeWords(text),
    paths: writtenPaths(end),
    outright:
      isLong || text.length > LONGEST_OUTRIGHT
        ? NOTHING
        : { folders: writtenFolders(text), quoted: quotedParts(text), guides: guidesAsked(text) },
  };
}

/** The weight of a word in a report's title; words in the rest have 1. */
const TITLE_WEIGHT = 3;
/** The most names of a report; it has more than a question. */
const MOST_NAMES = 24;

function reportQuestion(text: string): Read {
  const report = readReport(text);
  const { title, first, prose, code } = report;
  const counts = new Map<string, number>();
  const count = (part: string, weight: number): void => {
    for (const word of identifiersOfQuestion(part).flatMap(wordsOfIdentifier)) {
      const term = stem(word);
      if (!STOP_WORDS.has(word)) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
  };
  count(title, TITLE_WEIGHT);
  count(prose, 1);
  count(code, 1);
  const subject = joinParts(title, prose, code);
  // The whole text came from a template.
  if (counts.size === 0) return plainQuestion(text, identifiersOfQuestion(text));
  const names = askedNames(subject, false, MOST_NAMES);
  const beginning = joinParts(title, first);
  const lead = plainQuestion(beginning, identifiersOfQuestion(beginning));
  return {
    text,
    subject,
    report,
    lead,
    identifiers: lead.identifiers,
    counts,
    isLong: true,
    joined: joinedTerms(identifiersOfQuestion(subject), true),
    names,
    allNames: names,
    types: lead.types,
    paths: [],
    outright: NOTHING,
  };
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/**
 * @param idfOf how rare a term is in the caller's view; only used to choose among the terms of a
 * long text
 */
export function weighTerms(question: Read, idfOf: (term: string) => number): Query {
  const { text, counts, isLong, joined, names, types } = question;
  return { text, terms: isLong ? heaviest(counts, idfOf) : withOtherForms([...counts.keys()]), joined, names, types };
}

function withOtherForms(terms: readonly string[]): WeightedTerm[] {
  const forms = new Set(terms.flatMap(otherForms).filter((form) => !terms.includes(form)));
  return [
    ...terms.map((term) => ({ term, weight: 1 })),
    ...Array.from(forms, (term) => ({ term, weight: FORM_WEIGHT, isOther: true })),
  ];
}

/**
 * Returns terms that occur often in a long text but rarely in the repository. In a log they would
 * all be numbers, and tables of numbers would answer.
 */
function heaviest(counts: ReadonlyMap<string, number>, idfOf: (term: string) => number): WeightedTerm[] {
  const scored = [...counts].map(([term, count]) => ({ term, weight: (1 + Math.log(count)) * idfOf(term) }));
  scored.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  // A text of another script may hold a long name of a script without spaces, which has many pairs.
  const arePairsFew = 2 * scored.filter(({ term }) => !isSpaced(term)).length < scored.length;
  const isMinor = (term: string): boolean => /^(?:\d+|[a-z])$/.test(term) || (arePairsFew && !isSpaced(term));
  let minor = 0;
  const isAsked = ({ term }: WeightedTerm): boolean => !isMinor(term) || ++minor <= MOST_MINOR;
  const chosen = scored.filter(isAsked).slice(0, MOST_TERMS);
  const most = chosen[0]?.weight || 1;
  return chosen.map(({ term, weight }) => ({ term, weight: weight / most }));
}

function joinedTerms(words: readonly string[], isLong: boolean): WeightedTerm[] {
  const names = new Set<string>();
  for (const word of words) {
    // The pairs of a script without spaces are enough in a long text.
    if (wordsOfIdentifier(word).length > 1 && (!isLong || isSpaced(word))) names.add(joinedName(word));
  }
  if (!isLong) {
    const plain = words.map((word) => word.toLowerCase());
    for (let at = 0; at + 1 < plain.length; at++) {
      const [first, second] = [plain[at]!, plain[at + 1]!];
      if (STOP_WORDS.has(first) || STOP_WORDS.has(second)) continue;
      names.add(joinedName(first) + joinedName(second));
      if (second.length > 3 && second.endsWith('s')) names.add(joinedName(first) + joinedName(second.slice(0, -1)));
    }
  }
  return [...names].slice(0, MOST_TERMS).map((term) => ({ term, weight: JOINED_WEIGHT }));
}

/**
 * Returns the part of a chat that asks, as a range of words: the last turn of a person, or the last
 * quarter.
 */
function askedRange(text: string, words: number): { from: number; to: number } {
  const turns = [...text.matchAll(TURN)];
  const last = turns.findLastIndex(([, speaker]) => PERSON.has(speaker!.toLowerCase()));
  if (last === -1) return { from: Math.floor(words * (1 - TAIL_SHARE)), to: words };
  const wordsBefore = (at: number): number => identifiersOfQuestion(text.slice(0, at)).length;
  const next = turns[last + 1];
  return { from: wordsBefore(turns[last]!.index), to: next === undefined ? words : wordsBefore(next.index) };
}

/** `User: …`, `**Assistant:** …` at the beginning of a line. */
const TURN = /^[ \t>*#-]*(user|human|me|question|assistant|ai|bot|model|answer)\b[ \t*]*:/gim;
const PERSON = new Set(['user', 'human', 'me', 'question']);

/** Returns the text from one of its words to another. */
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

// Short and long forms of words that programs abbreviate. Pure.

/**
 * Groups of a short form and the words that it stands for. A query with one also finds the others,
 * at half the weight.
 */
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

/**
 * Forms of verbs that questions use and code does not: "how is it drawn" asks for code that draws.
 * "Built" is missing, because "build" is mostly a noun.
 */
const IRREGULAR =
  'drawn draw;written write;wrote write;rewritten rewrite;overwritten overwrite;sent send;resent resend;' +
  'thrown throw;threw throw;hidden hide;chosen choose;chose choose;held hold;kept keep;found find;bound bind;unbound unbind;' +
  'taken take;took take;broken break;broke break;shown show;given give;begun begin;began begin;torn tear;lost lose;' +
  'frozen freeze;overridden override;forgotten forget;caught catch;bought buy;brought bring;fed feed;spent spend;undone undo;' +
  'redone redo;driven drive;stolen steal;swept sweep;woken wake;woke wake;drew draw;laid lay;paid pay;withdrawn withdraw;understood understand';
for (const verb of IRREGULAR.split(';')) {
  const [said, base] = verb.split(' ').map(stem) as [string, string];
  addTo(OTHER_FORMS, said, base);
}

/** @param term stemmed @returns stemmed forms with the same meaning */
export function otherForms(term: string): readonly string[] {
  return OTHER_FORMS.get(term) ?? [];
}
