/**
 * Reads a question that is typed as a git command: `git log --oneline -5 src/core.py`, `git show 8.1.3`, `git diff 8.1.0..8.1.3`.
 * Pure. Words that no command takes (`git log parser`, `git diff algorithm`) make it a question about the code.
 */

import { COMMIT_NAME, type HistoryQuestion, PATH, VERSION } from './historyQuestion.ts';

const COMMAND = /^git (log|whatchanged|shortlog|show|diff|blame|annotate)(?= |$)/i;
/** `diff 8.1.0..8.1.3` is a command without its first word. */
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
/** `-5`, `-n5`, `-n 5`, `--max-count=5` */
const COUNTS: ReadonlySet<string> = new Set(['-n', '--max-count']);
const GLUED_COUNT = /^-n?(\d{1,4})$/;
/** Options whose value may be the next word. They say how commits are printed, not which. */
const VALUED: ReadonlySet<string> = new Set(['--format', '--pretty', '--skip', '-U', '--date', '-L']);

interface Arguments {
  hasOptions: boolean;
  paths: string[];
  revisions: string[];
  ranges: [since: string, until: string | null][];
  /** Authors and words of messages. */
  words: string[];
  plain: string[];
  since: string | null;
  until: string | null;
  count: number | null;
}

/** @returns null for what is no such command */
export function readGitCommand(question: string): HistoryQuestion | null {
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
  // Without a revision it is the working tree that differs, and without a file nobody is to blame.
  if ((isDiff && since === null) || (isBlame && paths.length === 0)) return null;
  return {
    kind: isBlame || verb === 'shortlog' ? 'who' : isDiff ? 'changes' : 'latest',
    subject: [...paths, ...words, ...plain].join(' '),
    order: null,
    ...(given.count === null ? {} : { count: given.count }),
    since: since ?? given.since,
    until: until ?? given.until,
    versions: [since, until].filter((name) => name !== null),
    revision: null,
    needs: null,
  };
}

function shown({ revisions, paths, plain, hasOptions }: Arguments): HistoryQuestion | null {
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
    ...{ since: null, until: null, count: null },
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

/** @returns whether the next word is its value */
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
  if (end !== undefined) given[end] = /^\d+\.[a-z]/i.test(value) ? value.replaceAll('.', ' ') : value;
  else if (WORDS.has(key) && value !== '') given.words.push(value);
  else return isNext && VALUED.has(key);
  return isNext;
}
