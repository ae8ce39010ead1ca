/**
 * Decides if a question, or a typed git command, asks about the history of the code: what changed,
 * which commit, who, when. It must not match if words about history are the subject, or if the
 * question is about a running program: no history is better than a wrong one. Pure.
 */

import { identifiersIn } from '../../base/words.ts';
import {
  COMMIT_HASH,
  COMMIT_NAME,
  DONE,
  END,
  type HistoryQuestion,
  isOfARun,
  LAST_RELEASE,
  PART,
  PATH,
  QUESTION_PATTERNS,
  VERSION,
} from './historyPatterns.ts';

/** The most characters of a question. In a chat, its last line counts. */
const MOST_CHARACTERS = 240;

/** Matches questions about how the code works, whatever else they say. */
const ABOUT_CODE =
  /^(?:how (?:does|do|is|are|can|could|should|would|to|many|much)|where|why|which (?:function|class|method|file|module|code)|implement|write|explain how)\b/i;

const POLITE =
  /^(?:(?:hi|hey|hello|so|and|ok|okay|please|now|well)[,!]? +|(?:can|could|would) you (?:please )?|(?:tell|show|give) (?:me|us) |(?:i(?:'d| would) (?:like|want)|i want|i need) to (?:know|see) |do you know |find (?:out )?|list |show |summari[sz]e |explain )+/i;

/** `… since last week`, `… in the last 3 days` */
const SPAN =
  /\b(?:since|after|(?:with)?in(?= the (?:last|past))|over(?= the (?:last|past))|during(?= the (?:last|past)))\s+((?:the )?(?:last|past|this) (?:\d+ |few |two |three )?(?:hour|day|week|month|year)s?|(?:last |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|\d+ (?:hour|day|week|month|year)s?(?: ago)?)\b/i;
/**
 * Matches a point in the history with the word before it: `v1.2`, `the release 8`, `HEAD~3`,
 * `2024-05-01`, `main`.
 */
const POINT = '(?:the )?((?:release|version|tag|branch|commit|revision) )?(\\w(?:[\\w./+@^~-]*[\\w^])?)';
/**
 * Matches what may follow a point. A noun would make it part of a name or measure (`1.5 seconds`,
 * `v8 engine`).
 */
const POINT_ENDS = new RegExp(`^(?: (?:release|version|tag|branch)\\b|${END})`, 'i');
/** `… since v1.2`, `… after release 8` */
const SINCE = new RegExp(`\\b(since|after)\\s+${POINT}(?![\\w/])`, 'i');
/** `between v1.2 and HEAD`, `from 2.0 to 2.1`, `compare v1.2 with v1.3` */
const BETWEEN = new RegExp(`\\b(between|from|compare) ${POINT} (?:and|to|with|until|till) ${POINT}(?![\\w/])`, 'i');
const SINCE_RELEASE =
  /\b(?:since|after) (?:the |our )?(?:last|latest|newest|previous|most recent) (?:release|tag|version)\b(?! of)/i;
/**
 * Matches what may stand before `from 2.0 to 2.1`; otherwise these are values of something:
 * `which commit bumped lodash from 2.0 to 2.1`.
 */
const RANGE_OF =
  /\b(?:changes?|commits?|changed|happened|new|diff|log|history|done|added|removed|fixed|merged)(?: (?:in|to|of|on|under|about|for|by) .+)? $/i;
/** `since it was added`, `since the last release` */
const NO_POINT = /^(?:when|it|they|then|we|you|i|last|latest|previous|first|a|an|this|that)$/i;
const NUMBER = /^\d{1,6}$/;
const YEAR = /^(?:19|20)\d\d$/;
/** `commits by Jane in 2020` */
const IN_YEAR = new RegExp(`\\b(?:in|during) ((?:19|20)\\d\\d)(?=${END})`, 'i');
/**
 * `what changed in v1.2`, `what was fixed in the release 8`; not `in python 3.11`,
 * `in 1.5 seconds`
 */
const IN_VERSION = new RegExp(
  `\\bin (?:the )?(?:(?:release|version|tag) ((?=\\S*\\d)\\w[\\w.+-]*\\w|\\d)|((?:(?:release|version|rel)-)?(?:v\\d|\\d+\\.\\d)(?:[\\w.+-]*\\w)?))(?=${END})`,
  'i',
);
/** `what was fixed in the last release` */
const IN_RELEASE = new RegExp(
  `\\bin (?:the |our )?(?:last|latest|newest|most recent) (?:release|tag|version)(?! of)(?=${END})`,
  'i',
);
const LOOSE_SINCE = /\b((?:last|past|this) (?:week|month|year)|yesterday|today)\b/i;

/** `commits about locking` */
const OF_MESSAGES = /\b(?:about|mentioning)\b/i;

/** `why was src/old.c removed`, `where did old.c go` */
const LOST =
  /^(?:(?:why (?:was|were|is|has)|where (?:did|has|was)) (?:the )?(?:file )?([\w@.+/-]*\w) (?:been )?(?:removed|deleted|dropped|moved|renamed|go|gone|move)(?: to| away)?|why did (?:we|you|they|someone|somebody) (?:remove|delete|drop|move|rename) (?:the )?(?:file )?([\w@.+/-]*\w))[?. ]*$/i;

/** @returns null for a question about the present code */
export function readHistoryQuestion(text: string): HistoryQuestion | null {
  const read = readAsked(text);
  return read === null ? null : { ...read, isOfMessages: OF_MESSAGES.test(text) };
}

type Read = Omit<HistoryQuestion, 'isOfMessages'>;

function readAsked(text: string): Read | null {
  const typed = asked(text);
  if (typed === '' || typed.length > MOST_CHARACTERS) return null;
  const [, passive, lost = passive ?? ''] = LOST.exec(typed) ?? [];
  if (PATH.test(lost))
    return { ...ofRevision(null, 'name'), kind: 'when', subject: `deleted ${lost}`, order: 'newest' };
  if (ABOUT_CODE.test(typed)) return null;
  const command = readGitCommand(typed);
  if (command !== null) return command;
  const [, head] = ONE_BEFORE_HEAD.exec(typed) ?? [];
  if (head !== undefined) return ofRevision(head, 'name');
  const question = typed.replace(RANGE_IN_SENTENCE, spellRange);
  const alone = question.replace(/(?<![?. ])[?. ]+$/, '');
  if (COMMIT_NAME.test(alone) && /[a-f]/i.test(alone)) return ofRevision(alone, 'name');
  const [, called, within] = DONE_IN.exec(alone) ?? [];
  if (within !== undefined && (called !== undefined || /[a-f]/i.test(within))) return ofRevision(within, 'name');
  const [, named] = CHANGE_OF.exec(alone) ?? [];
  if (named !== undefined && /[a-f]/i.test(named)) return ofRevision(named, 'name');
  // Compiling all patterns takes 15 ms, which most questions need not pay.
  const first = /^\d/.test(question) ? '#' : (/^[a-z]+/i.exec(question)?.[0].toLowerCase() ?? '');
  const found = QUESTION_PATTERNS.find(
    ({ first: firsts, pattern }) =>
      firsts.split(' ').includes(first) && new RegExp(`^(?:${pattern})`, 'i').test(question),
  );
  if (found === undefined || isOfARun(question)) return null;
  const { kind, needs } = found;
  const [, revision = null] = ONE_COMMIT.exec(question) ?? [];
  if (revision !== null) return ofRevision(revision, null);
  const { since, until, versions, said } = pointsOf(question, kind);
  if (needs === 'point' && since === null) return null;
  const counted = said === null ? question : question.replace(said, ' ');
  const subject = subjectOf(kind === 'latest' ? counted.replace(COUNT, '') : counted);
  return {
    kind,
    subject,
    ...namesakeIn(counted),
    ...authorIn(counted),
    order: NEWEST.test(question) ? 'newest' : OLDEST.test(question) ? 'oldest' : null,
    ...(kind === 'latest' ? countIn(counted) : {}),
    since,
    until,
    versions,
    revision: null,
    // A release is no name: `commits in 2.11.0`.
    needs: needs === undefined || (needs === 'name' && versions.length > 0 && subject === '') ? null : needs,
  };
}

/** `commit a1d87858`, `what is in the commit a1d87858` */
const ONE_COMMIT = new RegExp(
  `^(?:what(?:'s| is| was) in |what (?:does|did) )?(?:the )?(?:git )?(?:commit|revision) (${COMMIT_HASH})(?: (?:do|did|change|changed))?[?. ]*$`,
  'i',
);

/** `what changed in HEAD~1`, `HEAD^`, `who made HEAD~2`, `what did HEAD~1 change` */
const ONE_BEFORE_HEAD =
  /^(?:(?:what|who|when|which|files?|the|is|was|were|has|been|in|of|did|does|by|changes?|changed|happened|diff|patch|message|author|date|commit|revision|added|removed|deleted|renamed|moved|fixed|made|wrote|committed|touched|modified) |what's )*(HEAD(?:[~^]\d*)+)(?: (?:do|change|changed|fix|add|remove|break|touch|made|committed))?(?!\.\.)[?. ]*$/i;

/** `in v1.2..v1.3`, `HEAD~3..` */
const RANGE_IN_SENTENCE =
  /(?<![\w./@~^-])(?:(in|of|for|from|over|between|since) )?(\w(?:[\w./+@^~-]*?[\w^~])?)\.{2,3}(?:(\w(?:[\w./+@^~-]*[\w^~])?)(?![\w/])|(?=[?. ]*$))/gi;

/** `in v1.2..v1.3` is `between v1.2 and v1.3`; `wait...what` is none. */
function spellRange(said: string, before = '', since = '', until = ''): string {
  const isSure = /\d|\bHEAD\b/.test(since + until);
  if (!isSure && (before === '' || until === '')) return said;
  return until === '' ? `since ${since}` : `between ${since} and ${until}`;
}

/** `what did 0c3c45d40 change` asks for a commit only if one has that name. */
const CHANGE_OF = new RegExp(`^what (?:does|did) (${COMMIT_HASH}) (?:do|change|fix)$`, 'i');

/** `what was deleted in 0c3c45d40`, `which files were renamed in commit 0c3c45d40` */
const DONE_IN = new RegExp(
  `^(?:what|which (?:files?|lines?|code)) (?:(?:is|was|were|got|has been|have been) )?(?:${DONE}) (?:in|by|with) (?:the )?(?:(commit|revision) )?(${COMMIT_HASH})$`,
  'i',
);

function ofRevision(revision: string | null, needs: HistoryQuestion['needs']): Read {
  return { kind: 'latest', subject: '', order: null, since: null, until: null, versions: [], revision, needs };
}

/** `the last 5 commits` */
const COUNT = /\b(\d{1,4}|few|ten|five|three) (?=(?:(?:latest|last|newest|most|recent|git) )*commits?\b)/i;
const NUMBERS: Readonly<Record<string, number>> = { three: 3, five: 5, ten: 10 };

function countIn(question: string): Pick<HistoryQuestion, 'count'> {
  const said = COUNT.exec(question)?.[1]?.toLowerCase() ?? '';
  const count = NUMBERS[said] ?? Number(said);
  return count > 0 ? { count } : {};
}

interface Points extends Pick<HistoryQuestion, 'since' | 'until' | 'versions'> {
  /** The words of the question; null if it has none. */
  said: string | null;
}

function pointsOf(question: string, kind: HistoryQuestion['kind']): Points {
  const none: Points = { since: null, until: null, versions: [], said: null };
  const [release] = SINCE_RELEASE.exec(question) ?? [];
  if (release !== undefined) return { ...none, since: LAST_RELEASE, said: release };
  const span = SPAN.exec(question);
  const since = span === null ? sinceIn(question) : { ...none, since: span[1]!.replace(/^the /i, ''), said: span[0] };
  const between = betweenIn(question, kind);
  // Two words without a number are no range where a better one is said: "between client and server
  // since v1.2".
  if (between !== null && (since === null || /\d/.test(`${between.since}${between.until}`))) return between;
  const [saidYear, year] = IN_YEAR.exec(question) ?? [];
  if (since === null && saidYear !== undefined)
    return { ...none, since: `${year}-01-01`, until: `${Number(year) + 1}-01-01`, said: saidYear };
  const [saidVersion, called, version = called] = IN_VERSION.exec(question) ?? [];
  const isVersion = version !== undefined && !YEAR.test(version) && (called !== undefined || VERSION.test(version));
  if (since === null && saidVersion !== undefined && isVersion && (kind === 'changes' || kind === 'who'))
    return { since: LAST_RELEASE, until: version, versions: [version], said: saidVersion };
  const [inRelease] = kind === 'changes' || kind === 'who' ? (IN_RELEASE.exec(question) ?? []) : [];
  if (since === null && inRelease !== undefined)
    return { ...none, since: LAST_RELEASE, until: LAST_RELEASE, said: inRelease };
  const loose = kind === 'changes' || kind === 'latest' ? LOOSE_SINCE.exec(question) : null;
  return since ?? (loose === null ? none : { ...none, since: loose[1]!, said: loose[0] });
}

function sinceIn(question: string): Points | null {
  const found = SINCE.exec(question);
  if (found === null) return null;
  const [said, verb = '', noun = '', name = ''] = found;
  if (NO_POINT.test(name)) return null;
  const isEnd = endsAfter(found);
  const isNamed = noun !== '' || verb.toLowerCase() === 'since';
  if (NUMBER.test(name) && !(isEnd && (isNamed || YEAR.test(name)))) return null;
  if (!/\d/.test(name) && !(isEnd && isNamed)) return null;
  const isVersion = isEnd && !YEAR.test(name) && (VERSION.test(name) || (NUMBER.test(name) && isNamed));
  return { since: name, until: null, versions: isVersion ? [name] : [], said };
}

function betweenIn(question: string, kind: HistoryQuestion['kind']): Points | null {
  const found = BETWEEN.exec(question);
  if (found === null) return null;
  const [said, verb = '', noun = '', since = '', otherNoun = '', until = ''] = found;
  const points = [
    { name: since, isNamed: noun !== '' },
    { name: until, isNamed: otherNoun !== '' },
  ];
  if (points.some(({ name, isNamed }) => NUMBER.test(name) && !isNamed && !YEAR.test(name))) return null;
  const isOpen = kind === 'changes' || kind === 'latest';
  // With `compare`, the numbers need not be tags.
  const isCompared = verb.toLowerCase() === 'compare';
  const isRange =
    isCompared || verb.toLowerCase() === 'between' || (isOpen && RANGE_OF.test(question.slice(0, found.index)));
  if (!isRange && points.every(({ name }) => YEAR.test(name))) return null;
  const isSure = isRange && !isCompared && endsAfter(found);
  const versions = points.filter(({ name, isNamed }) => isSure && (VERSION.test(name) || (isNamed && /\d/.test(name))));
  return { since, until, versions: versions.map(({ name }) => name), said };
}

function endsAfter({ 0: said, index, input }: RegExpExecArray): boolean {
  return POINT_ENDS.test(input.slice(index + said.length));
}

const NEWEST = /\b(?:last|latest|newest|recent|recently|lately)\b/i;
const OLDEST = /\b(?:first|originally|introduced?|wrote|written|created?|added?|authors?|authored)\b/i;

function asked(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const last = (lines.at(-1) ?? '').replace(/^(?:\*\*)?(?:user|human|me|question)(?:\*\*)?: */i, '');
  return last.replace(POLITE, '').trim();
}

/** Words that only ask and say nothing about the subject. */
const ASKING = new Set(
  (
    'how who when what which has have had was were did does is are am been be the a an to of in on by about for that this these those ' +
    'it its we you they i us my our recently lately last latest newest most recent first originally just very commit commits ' +
    'git log blame history change changes changed happened done do new any all made file code author committer contributor ' +
    'maintainer maintains introduced introduces responsible owns works worked knows contributed contributes mentioning between diff patch message date touch touched touching affect affected affecting modify modified edit edited time here there and with from ' +
    "repo repository project codebase pr branch head since after over far so up out main original wrote written authored what's who's whats"
  ).split(' '),
);

// After these, words of git may be names in the code.
const THE_CODE = `(?:the|our|in|to|of|on|for|maintains|owns|${DONE})`;
/** `the commit code`, `what changed in blame` */
const THING = new RegExp(
  `\\b${THE_CODE} (?:(?:git|log|blame|history|changes?|commits?|author|committer|contributor|diff|patch|date|message|branch|head|time)(?= (?:code|file|module|package|folder|directory|${PART})\\b)|(?:git|log|blame|diff)(?=[?. ]*$| (?:last|lately|recently)\\b))`,
  'i',
);
/** `who wrote the patch`, `what changed in time` */
const NAMESAKE = new RegExp(
  `\\b(?:(?:in|to|of|on|for)|(?:maintains|owns|${DONE})(?: the| our)?) (history|changes?|commits?|patch|message|author|date|branch|time)(?=[?. ]*$| (?:last|lately|recently)\\b)`,
  'i',
);

function namesakeIn(question: string): Pick<HistoryQuestion, 'namesake'> {
  const namesake = NAMESAKE.exec(question)?.[1];
  return namesake === undefined ? {} : { namesake };
}

/** `the last 5 commits by Jane Doe` */
const BY = new RegExp(`\\b(?:commits?|changes)(?: made)? by (\\S+?(?: \\S+?){0,2}?)(?=${END})`, 'i');

function authorIn(question: string): Pick<HistoryQuestion, 'author'> {
  const name = BY.exec(question)?.[1];
  return name === undefined ? {} : { author: { name, isPart: false } };
}

/** Matches a question about the first commit of something. */
const ADDED = /^((?:who|(?:which|what) commit) (?:has |have |had |first |originally )*)added\b/i;

function subjectOf(question: string): string {
  const found = THING.exec(question);
  if (found === null) return subjectWords(question.replace(ADDED, '$1'));
  const end = found.index + found[0].length;
  const thing = found[0].slice(found[0].indexOf(' ') + 1);
  const parts = [subjectWords(question.slice(0, end - thing.length)), thing, subjectWords(question.slice(end))];
  return parts.filter((part) => part !== '').join(' ');
}

function subjectWords(text: string): string {
  const words = text
    .replace(/’/g, "'")
    .replace(/\bwork(?:ing)?(?= on\b)/i, '')
    .split(/\s+/);
  const bare = words.map((word) => word.replace(/^["“('`]+/, '').replace(/(?<!["”)'`?!,;:.])["”)'`?!,;:.]+$/, ''));
  return bare.filter((word) => word !== '' && !ASKING.has(word.toLowerCase())).join(' ');
}

// Reads a typed git command: `git log --oneline -5 src/core.py`, `git show 8.1.3`,
// `git diff 8.1.0..8.1.3`. Words that no command takes (`git log parser`, `git diff algorithm`)
// make it a question about the code. Pure.

const COMMAND = /^git (log|whatchanged|shortlog|show|diff|blame|annotate)(?= |$)/i;
/** `diff 8.1.0..8.1.3` is a command without `git`. */
const RANGE_ONLY = /^(log|diff|changes|commits|compare)(?= )/i;
/** `8.1.0..8.1.3`, `main...topic`, `v1..` */
const RANGE = /^(\w(?:[\w./+@^~-]*?[\w^~])?)\.{2,3}(\w[\w./+@^~-]*)?$/;
/** `src`, `"a b"`, `--since="2 weeks ago"` */
const WORD = /(?:[^\s"']|"[^"]*"?|'[^']*'?)+/g;
const HEAD = /^(?:HEAD|@)(?:[~^]\d*)*$/;
const DATES: Readonly<Record<string, 'since' | 'until'>> = {
  '--since': 'since',
  '--after': 'since',
  '--until': 'until',
  '--before': 'until',
};
const WORDS: ReadonlySet<string> = new Set(['--author', '--grep', '-S', '-G']);
/** Matches an author that git would take for a pattern; it is read as words instead. */
const AUTHOR_PATTERN = /[\\^$*|[\]]|^$/;
/** `-5`, `-n5`, `-n 5`, `--max-count=5` */
const COUNTS: ReadonlySet<string> = new Set(['-n', '--max-count']);
const GLUED_COUNT = /^-n?(\d{1,4})$/;
/** Options whose value may be the next word. They say how commits are printed, not which ones. */
const VALUED: ReadonlySet<string> = new Set(['--format', '--pretty', '--skip', '-U', '--date', '-L']);

interface Arguments {
  hasOptions: boolean;
  paths: string[];
  revisions: string[];
  ranges: [since: string, until: string | null][];
  author: string | null;
  /** Authors, and words that messages should have. */
  words: string[];
  plain: string[];
  since: string | null;
  until: string | null;
  count: number | null;
}

const OPTION = /(?<!\S)--?[a-z][\w-]*/gi;

/** Returns the words in the options of a typed git command: `--name-only` → name, only. */
export function gitOptionWords(text: string): ReadonlySet<string> {
  const typed = asked(text);
  return new Set(COMMAND.test(typed) ? (typed.match(OPTION) ?? []).flatMap(identifiersIn) : []);
}

/** @returns null if it is no such command */
function readGitCommand(question: string): Read | null {
  const command = COMMAND.exec(question);
  const found = command ?? RANGE_ONLY.exec(question);
  if (found === null) return null;
  const verb = found[1]!.toLowerCase();
  const given = argumentsOf(question.slice(found[0].length));
  const { paths, revisions, ranges, words, plain } = given;
  const [range] = ranges;
  if (command === null && (range === undefined || plain.length > 0)) return null;
  if (verb === 'show' && range === undefined) return shown(given);
  if (plain.length > 0 && !given.hasOptions) return null;
  const isDiff = verb === 'diff' || verb === 'compare';
  const isBlame = verb === 'blame' || verb === 'annotate';
  const [first = null, second = null] = revisions;
  const [since, until] = range ?? (isDiff ? [first, second] : [null, isBlame ? null : first]);
  // Without a revision, diff compares the working tree; without a file, blame has nothing to show.
  if ((isDiff && since === null) || (isBlame && paths.length === 0)) return null;
  return {
    kind: isBlame || verb === 'shortlog' ? 'who' : isDiff ? 'changes' : 'latest',
    subject: [...paths, ...words, ...plain].join(' '),
    order: isBlame || verb === 'shortlog' ? null : 'newest',
    ...(given.author === null ? {} : { author: { name: given.author, isPart: true } }),
    ...(given.count === null ? {} : { count: given.count }),
    since: since ?? given.since,
    until: until ?? given.until,
    versions: [since, until].filter((name) => name !== null),
    revision: null,
    needs: null,
  };
}

function shown({ revisions, paths, plain, hasOptions }: Arguments): Read | null {
  const [revision = plain.length === 1 ? plain[0]! : null] = revisions;
  if (plain.length > (revision === plain[0] ? 1 : 0)) return null;
  // `v1.2:src/core.py` is a file.
  if (revision === null ? paths.length > 0 : revision.includes(':')) return null;
  const needs = revision === null || revision !== plain[0] || hasOptions ? null : 'name';
  const none = { order: null, since: null, until: null, versions: [] };
  return { kind: 'latest', subject: '', ...none, revision, needs };
}

function argumentsOf(text: string): Arguments {
  const given: Arguments = {
    hasOptions: false,
    ...{ paths: [], revisions: [], ranges: [], words: [], plain: [] },
    ...{ author: null, since: null, until: null, count: null },
  };
  const words = (text.replace(/[?!]$|(?<!\.)\.$/, '').match(WORD) ?? []).map((word) => word.replace(/["']/g, ''));
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') given.paths.push(...words.slice(at + 1));
    if (word.startsWith('-')) given.hasOptions = true;
    if (word === '--') break;
    if (!word.startsWith('-')) addArgument(given, word);
    else if (addOption(given, word, words[at + 1])) at += 1;
  }
  return given;
}

function addArgument(given: Arguments, word: string): void {
  const [, since, until = null] = RANGE.exec(word) ?? [];
  if (since !== undefined) given.ranges.push([since, until]);
  else if (VERSION.test(word) || COMMIT_NAME.test(word) || HEAD.test(word)) given.revisions.push(word);
  else if (PATH.test(word)) given.paths.push(word);
  else given.plain.push(word);
}

/** @returns true if the next word is the option's value */
function addOption(given: Arguments, word: string, next: string | undefined): boolean {
  const [name = '', ...values] = word.split('=');
  const [key, glued] = /^-[SG]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [name, values.join('=')];
  const isNext = glued === '' && next !== undefined && !next.startsWith('-');
  const value = isNext ? next : glued;
  const end = DATES[key];
  // `2.weeks.ago`
  const count = GLUED_COUNT.exec(word)?.[1] ?? (COUNTS.has(key) ? value : '');
  if (/^[1-9]\d{0,3}$/.test(count)) given.count = Number(count);
  if (COUNTS.has(key)) return isNext;
  if (key === '--author' && !AUTHOR_PATTERN.test(value)) given.author = value;
  if (end !== undefined) given[end] = /^\d+\.[a-z]/i.test(value) ? value.replaceAll('.', ' ') : value;
  else if (WORDS.has(key) && value !== '') given.words.push(value);
  else return isNext && VALUED.has(key);
  return isNext;
}
