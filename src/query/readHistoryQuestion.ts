/**
 * Whether a question asks about the history of the code and not about the code: what changed, which commit, who, when. Pure.
 * It must not fire where words of history are the subject ("how does it change state", "who calls this", "where is the last
 * commit offset stored"): better no history than a wrong one.
 */

export interface HistoryQuestion {
  /** `latest`: the newest commits; `changes`: what was done; `who` and `when`: about one change. */
  kind: 'latest' | 'changes' | 'who' | 'when';
  /** What the question is about, without the words that ask: '' for everything. */
  subject: string;
  /** Which end of the time it asks for, where it names one. */
  order: 'newest' | 'oldest' | null;
  /** `since v1.2`, `in the last two weeks`: what --since takes; null where none is said. */
  since: string | null;
  /** `between v1 and v2`: what --until takes; null where none is said. */
  until: string | null;
  /** Those of `since` and `until` that name a version. The others may be words of the subject: `since http2`. */
  versions: readonly string[];
}

/** A question is short. Of a chat the last line asks. */
const MOST_CHARACTERS = 240;

/** Questions about how the code works, whatever words they use. */
const ABOUT_CODE =
  /^(?:how (?:does|do|is|are|can|could|should|would|to|many|much)|where|why|which (?:function|class|method|file|module|code)|implement|write|explain how)\b/i;

const POLITE =
  /^(?:(?:hi|hey|hello|so|and|ok|okay|please|now|well)[,!]? +|(?:can|could|would) you (?:please )?|(?:tell|show|give) (?:me|us) |(?:i(?:'d| would) (?:like|want)|i want|i need) to (?:know|see) |do you know |find (?:out )?|list |show |summari[sz]e |explain )+/i;

const DONE =
  '(?:added|introduced|changed|modified|edited|touched|updated|removed|deleted|dropped|fixed|broken?|created|written|wrote|implemented|renamed|refactored|rewritten|rewrote|moved|merged|committed|reverted|deprecated|replaced|bumped|upgraded|landed|authored)';
const DO =
  '(?:add|introduce|change|modify|edit|touch|update|remove|delete|drop|fix|break|create|write|implement|rename|refactor|rewrite|move|merge|commit|revert|deprecate|replace|bump|upgrade|land)';
/** What may follow "the last commit" or "what changed": the end, or a word that no compound noun begins with. */
const END =
  '[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|that|which|touching|changing|affecting|from|with|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|and|was|were|did|is|are)\\b)';
const ENDS = `(?=${END})`;

/** A kind, the words that the pattern begins with, and the pattern, which is compiled when one of them is the question's first. */
const PATTERNS: readonly (readonly [kind: HistoryQuestion['kind'], first: string, pattern: string])[] = [
  [
    'latest',
    'what which the our my very # ten five three latest last newest most recent',
    `(?:what(?:'s| is| was| are| were)? |which (?:is|was|are|were) )?(?:the |our |my )?(?:very )?(?:\\d+ |ten |five |three )?(?:latest|last|newest|(?:most )?recent)(?: \\d+| few| ten| five| three)? (?:git )?commits?${ENDS}`,
  ],
  ['latest', 'the git commit', `(?:the )?(?:git |commit )(?:log|history)${ENDS}`],
  ['latest', 'the this that commit', '(?:the |this |that )?commit[?. ]*$'],
  [
    'latest',
    'the diff patch message author date',
    `(?:the )?(?:diff|patch|message|author|date) of (?:the |our |my )?(?:very )?(?:latest|last|newest|(?:most )?recent|previous) (?:git )?commit${ENDS}`,
  ],
  // Of a file: "history of orders" may be the shop's.
  ['changes', 'the change history', '(?:the )?(?:change )?history (?:of|for) (?=\\S*[./]\\w)'],
  ['changes', 'the all commits', '(?:the |all )?commits (?:about|by|mentioning|affecting|touching|between)\\b'],
  [
    'changes',
    'what',
    `what(?:'s|’s| has| have| had| was| were)? (?:all )?(?:been )?(?:recently |lately |just |last )?(?:changed|modified|added|removed|deleted|fixed|updated|refactored|happened|done|merged|reverted)${ENDS}`,
  ],
  [
    'changes',
    'what',
    `what(?:'s|’s| is) new(?: here)?(?: (?:since|this|in (?:the (?:last|past)|version|release|v?\\d))\\b.*)?[?. ]*$`,
  ],
  [
    'changes',
    'what',
    `what (?:did|have|has) (?:we|you|they|i|someone|somebody|[A-Z][\\w.-]*(?: [A-Z][\\w.-]*)?) (?:recently |just |last )?(?:${DO}|${DONE}|do|done|work(?:ed)? on)\\b`,
  ],
  [
    'changes',
    'what the all latest last newest most recent',
    `(?:what (?:are|were) )?(?:the |all )?(?:latest|last|newest|(?:most )?recent) (?:code |git )?changes?${ENDS}`,
  ],
  [
    'changes',
    'what the all any changes commits',
    `(?:what (?:are|were) )?(?:the |all |any )?(?:changes|commits)(?: made)? (?:since|in the (?:last|past)|from the (?:last|past)|this (?:week|month|year)|(?:last|past) (?:week|month|year)|yesterday|today|by|after)\\b`,
  ],
  ['changes', 'which what', `(?:which|what) (?:git )?commits?\\b(?! (?:offset|index|hash|message format|log format))`],
  ['changes', 'the commit commits', `(?:the )?commits? (?:that|which) (?:last |first |recently )?${DONE}\\b`],
  [
    'changes',
    'in which what',
    `(?:in )?(?:which|what) (?:pr|pull request|release|version) (?:was|were|did|has|have|${DONE})\\b`,
  ],
  [
    'changes',
    'how',
    `how (?:has|have|did) .+ (?:change[d]?|evolve[d]?)(?: (?:since|over|between|recently|lately|in the last|with)\\b.*)?[?. ]*$`,
  ],
  ['who', 'who', `who (?:has |had |have |originally |first |last |recently |just |most recently )*${DONE}\\b`],
  ['who', 'who', 'who (?:works on|worked on|has worked on|contributed to|contributes to)\\b'],
  ['who', 'who', 'who (?:maintains|owns) .*\\b(?:code|file|module|package|project|repo|repository|folder)[?. ]*$'],
  [
    'who',
    'who',
    `(?:who is|who's|who was|who are) (?:the )?(?:(?:original |main |last )?(?:author|committer|contributor|maintainer)s?)\\b`,
  ],
  ['who', 'the git blame', `(?:the )?(?:git )?blame (?:for |of |on )?\\S`],
  [
    'when',
    'when',
    `when (?:was|were|has|had|have|did|is the last time) (?:.+ )?(?:been )?(?:first |last |recently |originally )?${DONE}\\b`,
  ],
  [
    'when',
    'when',
    `when (?:did|have|has) (?:.+ )(?:first |last |recently |originally )?(?:${DO}|stop|start|switch)\\b`,
  ],
  ['when', 'since', `since when\\b`],
];

/** `… since last week`, `… in the last 3 days` */
const SPAN =
  /\b(?:since|after|(?:with)?in(?= the (?:last|past))|over(?= the (?:last|past))|during(?= the (?:last|past)))\s+((?:the )?(?:last|past|this) (?:\d+ |few |two |three )?(?:hour|day|week|month|year)s?|yesterday|today|\d+ (?:hour|day|week|month|year)s?(?: ago)?)\b/i;
/** What names a point in the history, with the word that says so: `v1.2`, `the release 8`, `HEAD~3`, `2024-05-01`, `main`. */
const POINT = '(?:the )?((?:release|version|tag|branch|commit|revision) )?(\\w(?:[\\w./+@^~-]*[\\w^])?)';
/** What may follow a point: a noun would make it part of a name or a measure (`1.5 seconds`, `v8 engine`). */
const POINT_ENDS = new RegExp(`^(?: (?:release|version|tag|branch)\\b|${END})`, 'i');
/** `… since v1.2`, `… after release 8` */
const SINCE = new RegExp(`\\b(since|after)\\s+${POINT}(?![\\w/])`, 'i');
/** `between v1.2 and HEAD`, `from 2.0 to 2.1` */
const BETWEEN = new RegExp(`\\b(between|from) ${POINT} (?:and|to|until|till) ${POINT}(?![\\w/])`, 'i');
/** Before `from 2.0 to 2.1`, where these are no values of something: `which commit bumped lodash from 2.0 to 2.1`. */
const RANGE_OF =
  /\b(?:changes?|commits?|changed|happened|new|diff|log|history|done|added|removed|fixed|merged)(?: (?:in|to|of|on|under|about|for|by) .+)? $/i;
/** `v2`, `1.20`, `release-1.2.0-rc1`, `pkg@1.2`. Not a file such as `v2.py`, and not `http2`, `tls1.2`. */
const VERSION = /^(?:[a-z][\w-]*[-_/@])?(?:v\d|\d+\.[\dx])(?!.*\.[a-z]{2,4}$)[\w.+-]*$/i;
const NUMBER = /^\d{1,6}$/;
const YEAR = /^(?:19|20)\d\d$/;
const LOOSE_SINCE = /\b((?:last|past|this) (?:week|month|year)|yesterday|today)\b/i;

/** @returns null for a question about the code as it is */
export function readHistoryQuestion(text: string): HistoryQuestion | null {
  const question = asked(text);
  if (question === '' || question.length > MOST_CHARACTERS) return null;
  if (ABOUT_CODE.test(question)) return null;
  // All of them together take 15 ms to compile, which most questions need not pay.
  const first = /^\d/.test(question) ? '#' : (/^[a-z]+/i.exec(question)?.[0].toLowerCase() ?? '');
  const found = PATTERNS.find(
    ([, firsts, pattern]) => firsts.split(' ').includes(first) && new RegExp(`^(?:${pattern})`, 'i').test(question),
  );
  if (found === undefined) return null;
  const [kind] = found;
  const { since, until, versions, said } = pointsOf(question, kind);
  const counted = said === null ? question : question.replace(said, ' ');
  return {
    kind,
    subject: subjectOf(kind === 'latest' ? counted.replace(COUNT, '') : counted),
    order: orderOf(question),
    since,
    until,
    versions,
  };
}

/** `the last 5 commits` */
const COUNT = /\b(?:\d+|few|ten|five|three) (?=(?:(?:latest|last|newest|most|recent|git) )*commits?\b)/i;

interface Points extends Pick<HistoryQuestion, 'since' | 'until' | 'versions'> {
  /** As the question has it; null where it has none. */
  said: string | null;
}

function pointsOf(question: string, kind: HistoryQuestion['kind']): Points {
  const none: Points = { since: null, until: null, versions: [], said: null };
  const span = SPAN.exec(question);
  const since = span === null ? sinceIn(question) : { ...none, since: withoutThe(span[1]!), said: span[0] };
  const between = betweenIn(question, kind);
  // Two words without a number are no range where a better one is said: "between client and server since v1.2".
  if (between !== null && (since === null || /\d/.test(`${between.since}${between.until}`))) return between;
  const loose = kind === 'changes' || kind === 'latest' ? LOOSE_SINCE.exec(question) : null;
  return since ?? (loose === null ? none : { ...none, since: loose[1]!, said: loose[0] });
}

function sinceIn(question: string): Points | null {
  const found = SINCE.exec(question);
  if (found === null) return null;
  const [said, verb = '', noun = '', name = ''] = found;
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
  const isRange = verb.toLowerCase() === 'between' || (isOpen && RANGE_OF.test(question.slice(0, found.index)));
  if (!isRange && points.every(({ name }) => YEAR.test(name))) return null;
  const isSure = isRange && endsAfter(found);
  const versions = points.filter(({ name, isNamed }) => isSure && (VERSION.test(name) || (isNamed && /\d/.test(name))));
  return { since, until, versions: versions.map(({ name }) => name), said };
}

function endsAfter({ 0: said, index, input }: RegExpExecArray): boolean {
  return POINT_ENDS.test(input.slice(index + said.length));
}

function withoutThe(text: string): string {
  return text.replace(/^the /i, '');
}

const NEWEST = /\b(?:last|latest|newest|recent|recently|lately)\b/i;
const OLDEST = /\b(?:first|originally|introduced?|wrote|written|created?|added?|authors?|authored)\b/i;

function orderOf(question: string): HistoryQuestion['order'] {
  return NEWEST.test(question) ? 'newest' : OLDEST.test(question) ? 'oldest' : null;
}

function asked(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const last = (lines.at(-1) ?? '').replace(/^(?:\*\*)?(?:user|human|me|question)(?:\*\*)?: */i, '');
  return last.replace(POLITE, '').trim();
}

/** Words of asking, which say nothing of the subject. */
const ASKING = new Set(
  (
    'how who when what which has have had was were did does is are am been be the a an to of in on by about for that this these those ' +
    'it its we you they i us my our recently lately last latest newest most recent first originally just very commit commits ' +
    'git log blame history change changes changed happened done do new any all made file code author committer contributor ' +
    'maintainer maintains owns works worked knows contributed contributes mentioning between diff patch message date touch touched touching affect affected affecting modify modified edit edited time here there and with from ' +
    "repo repository project codebase pr branch head since after over far so up out main original wrote written authored what's who's whats"
  ).split(' '),
);

function subjectOf(question: string): string {
  const words = question.replace(/’/g, "'").split(/\s+/);
  const bare = words.map((word) => word.replace(/^["“('`]+/, '').replace(/(?<!["”)'`?!,;:.])["”)'`?!,;:.]+$/, ''));
  return bare.filter((word) => word !== '' && !ASKING.has(word.toLowerCase())).join(' ');
}
