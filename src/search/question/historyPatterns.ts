/**
 * Patterns of questions about the history: how these begin, and which similar ones are about a
 * running program. Pure.
 */

export interface HistoryQuestion {
  /**
   * `latest` asks for the newest commits, `changes` for what was done, `who` and `when` about one
   * change.
   */
  kind: 'latest' | 'changes' | 'who' | 'when';
  /** The subject, without the words that ask; '' for everything. */
  subject: string;
  /** The end of the history that it asks for, if it names one. */
  order: 'newest' | 'oldest' | null;
  /**
   * From `since v1.2` or `in the last two weeks`, in the form of --since; null if there is none.
   */
  since: string | null;
  /** From `between v1 and v2`, in the form of --until; null if there is none. */
  until: string | null;
  /**
   * Which of `since` and `until` name a version. The others may be words of the subject:
   * `since http2`.
   */
  versions: readonly string[];
  /**
   * The number of commits that it asks for: `the last 5 commits`, `git log -5`. Missing if it names
   * no number.
   */
  count?: number;
  /** The single commit that it asks for: `show commit a1d87858`; null for none. */
  revision: string | null;
  /**
   * The question is about the history only if the repository has what it names: with `name` a file,
   * a commit or an author, with `point` a version, a commit or a date. Null if it is in any case.
   */
  needs: 'name' | 'point' | null;
  /**
   * Asks for commits of this author. In a typed command a part of the name or address is enough. In
   * a sentence it must be an author's whole name or first name.
   */
  author?: { name: string; isPart: boolean };
  /** A word that git also uses. If a file or folder has this name, it is the subject. */
  namesake?: string;
  /** True if it asks about the text of messages, so that a word is not taken for a file. */
  isOfMessages: boolean;
}

/**
 * The value of `since` for `what changed since the last release`: the newest tag. With an `until`
 * it is the tag before that: `what changed in v1.2`, or, where `until` has this value too,
 * `what changed in the last release`.
 */
export const LAST_RELEASE = 'the last release';

/** `src/server.c`, `server.c` */
export const PATH = /^[\w@.+-]*(?:\/[\w@.+-]+)+\/?$|^[\w-][\w.-]*\.[A-Za-z]\w{0,5}$/;
export const COMMIT_NAME = /^(?=.*\d)[0-9a-f]{6,64}$/i;
/**
 * Matches `v2`, `1.20`, `release-1.2.0-rc1`, `pkg@1.2`; not a file such as `v2.py`, nor `http2` or
 * `tls1.2`.
 */
export const VERSION = /^(?:[a-z][\w-]*[-_/@])?(?:v\d|\d+\.[\dx])(?!.*\.[a-z]{2,4}$)[\w.+-]*$/i;

// The beginnings of questions about the history.

export const DONE =
  '(?:added|introduced|changed|modified|edited|touched|updated|removed|deleted|dropped|fixed|broken?|created|written|wrote|implemented|renamed|refactored|rewritten|rewrote|moved|merged|committed|reverted|deprecated|replaced|bumped|upgraded|landed|authored)';
const DO =
  '(?:add|introduce|change|modify|edit|touch|update|remove|delete|drop|fix|break|create|write|implement|rename|refactor|rewrite|move|merge|commit|revert|deprecate|replace|bump|upgrade|land)';
/** Matches a word for the action of a commit. Such a word is never the subject. */
export const VERB = new RegExp(`^(?:${DO}(?:s|es)?|${DONE})$`, 'i');
/**
 * Matches what may follow "the last commit" or "what changed": the end, or a word that does not
 * continue a compound noun.
 */
export const END =
  '[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|that|which|touching|changing|affecting|mentioning|from|with|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|and|was|were|did|is|are)\\b)';
const ENDS = `(?=${END})`;
/** Matches what may follow "git log"; not a verb, because "git log" would then be its subject. */
const LOG_ENDS = `(?=[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|touching|changing|affecting|from|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|made|done|and who)\\b))`;

/** Words that may follow the name of a file or folder. */
const CONTAINER = '(?:file|module|folder|directory|package)';
/** Words for a part of a program that may follow its name: `the mysql driver`. */
export const PART = '(?:driver|crate|plugin|component|service|library|extension|adapter|backend)';
/** Matches a file at the end: `src/server.c`, `server.c`. */
const FILE_ENDS = '[^\\s./]*[./]\\w\\S*$';
/** `a1d87858` */
export const COMMIT_HASH = '(?=[a-z]*\\d)[0-9a-f]{6,64}(?![\\w./-])';

interface Pattern {
  kind: HistoryQuestion['kind'];
  /**
   * The first words of the questions. The pattern is compiled when a question begins with one of
   * them.
   */
  first: string;
  pattern: string;
  needs?: 'name' | 'point';
}

export const QUESTION_PATTERNS: readonly Pattern[] = [
  {
    kind: 'latest',
    first: 'what which the our my very # ten five three latest last newest most recent',
    pattern: `(?:what(?:'s| is| was| are| were)? |which (?:is|was|are|were) )?(?:the |our |my )?(?:very )?(?:\\d+ |ten |five |three )?(?:latest|last|newest|(?:most )?recent)(?: \\d+| few| ten| five| three)? (?:git )?commits?${ENDS}`,
  },
  { kind: 'latest', first: 'the git commit', pattern: `(?:the )?(?:git |commit )(?:log|history)${LOG_ENDS}` },
  { kind: 'latest', first: 'the this that commit', pattern: '(?:the |this |that )?commit[?. ]*$' },
  {
    kind: 'latest',
    first: 'the diff patch message author date',
    pattern: `(?:the )?(?:diff|patch|message|author|date) of (?:the |our |my )?(?:very )?(?:latest|last|newest|(?:most )?recent|previous) (?:git )?commit${ENDS}`,
  },
  // Only with a file: "history of orders" may be about a shop.
  { kind: 'changes', first: 'the change history', pattern: '(?:the )?(?:change )?history (?:of|for) (?=\\S*[./]\\w)' },
  {
    kind: 'latest',
    first: 'the change commit log history',
    pattern: `(?:the )?(?:change |commit )?(?:log|history) (?:(?:of|for|on|in) )?(?:the (?:file )?)?(?=${FILE_ENDS})`,
    needs: 'name',
  },
  {
    kind: 'changes',
    first: 'the change log history commits changes',
    pattern: `(?:the )?(?:change )?(?:log|history|commits|changes) (?:of|for|to|in|on) (?:the )?(?=(?:\\S+ ){1,3}${CONTAINER}[?. ]*$)`,
    needs: 'name',
  },
  {
    kind: 'changes',
    first: 'the all commits changes',
    pattern: `(?:the |all )?(?:commits|changes) (?:of|for|to|in|on) (?:(?:the )?(?:release|version|tag) )?(?=${FILE_ENDS}|\\S*[./]\\w\\S* (?:since|between)\\b)`,
    needs: 'name',
  },
  {
    kind: 'changes',
    first: 'the all commits',
    pattern: '(?:the |all )?commits (?:about|mentioning|affecting|touching)\\b',
  },
  {
    kind: 'changes',
    first: 'the all any commits changes',
    pattern: '(?:the |all |any )?(?:commits|changes)(?: made)? by\\b',
    needs: 'name',
  },
  {
    kind: 'changes',
    first: 'the all any git diff diffs difference differences commits changes log compare',
    pattern:
      '(?:the |all |any )?(?:git )?(?:(?:diffs?|differences?|commits|changes|log)(?: made)? (?:between|from) |compare )(?=\\S)',
    needs: 'point',
  },
  {
    kind: 'changes',
    first: 'what',
    pattern: `what(?:'s|’s| has| have| had| was| were)? (?:all )?(?:been )?(?:recently |lately |just |last )?(?:changed|modified|added|removed|deleted|fixed|updated|refactored|happened|done|merged|reverted)${ENDS}`,
  },
  {
    kind: 'changes',
    first: 'what',
    pattern: `what(?:'s|’s| is) new(?: here)?(?: (?:since|this|in (?:the (?:last|past|(?:latest|newest) (?:release|version)(?=${END}))|version|release|v?\\d+))\\b.*)?[?. ]*$`,
  },
  {
    kind: 'changes',
    first: 'what',
    pattern: `what (?:did|have|has) (?:we|you|they|i|someone|somebody|(?!(?:the|a|an|this|that|each|every|it|its)\\b)[a-z][\\w.-]*(?: [a-z][\\w.-]*)?) (?:recently |just |last )?(?:${DO}|${DONE}|do|done|work(?:ed)? on)\\b`,
  },
  {
    kind: 'changes',
    first: 'what',
    pattern: `what (?:did|does) (?:the |this |that )?(?:(?:latest|last|newest|most recent|first) )?(?:commit|release|version|pr|pull request|merge|refactoring|rewrite)\\b`,
  },
  {
    kind: 'changes',
    first: 'what are the all any latest last newest most recent',
    pattern: `(?:what (?:are|were) |are there )?(?:the |all |any )?(?:latest|last|newest|(?:most )?recent) (?:code |git )?(?:changes?|work)${LOG_ENDS}`,
  },
  {
    kind: 'changes',
    first: 'what are the all any latest newest most recent',
    pattern:
      '(?:what (?:are|were) |are there )?(?:the |all |any )?(?:latest|newest|(?:most )?recent) (?:[\\w./-]+ ){1,3}(?:changes|commits)[?. ]*$',
  },
  {
    kind: 'changes',
    first: 'what the all any changes commits',
    pattern: `(?:what (?:are|were) )?(?:the |all |any )?(?:changes|commits)(?: made)? (?:since|(?:in|during) (?:19|20)\\d\\d\\b|in the (?:last|latest|past)|from the (?:last|past)|this (?:week|month|year)|(?:last|past) (?:week|month|year)|yesterday|today|after)\\b`,
    needs: 'point',
  },
  {
    kind: 'changes',
    first: 'which what',
    pattern: `(?:which|what) (?:git )?commits?(?=[?. ]*$| (?:(?:last|first|recently|originally|have|has|had|did|was|were|(?:is|are) (?:in|on|the|new|between|after|since|about)|can|could|may|might|that|which|made|caused|mentions?|touches|affects?|affected) |(?:${DO}(?:s|es)?|${DONE}|touches|fixes|in|of|on|about|since|between|by|before|after|from)\\b))`,
  },
  {
    kind: 'changes',
    first: 'the commit commits',
    pattern: `(?:the )?commits? (?:that|which) (?:has |have |had )?(?:last |first |recently )?${DONE}\\b`,
  },
  {
    kind: 'latest',
    first: 'the git commit what',
    pattern: `(?:what(?:'s| is| was) in |what (?:does|did) )?(?:the )?(?:git )?(?:commit|revision) (?=${COMMIT_HASH})`,
  },
  {
    kind: 'changes',
    first: 'in which what',
    pattern: `(?:in )?(?:which|what) (?:pr|pull request|release|version) (?:did we|(?:was|were|has|have) .+ (?:${DONE}|released)|${DONE})\\b`,
  },
  {
    kind: 'changes',
    first: 'in which what',
    pattern: `(?:in (?:which|what)|(?:which|what) (?:pr|pull request|release)) ?(?:pr|pull request|release|version)? (?:was|were|did|has|have)\\b`,
  },
  {
    kind: 'changes',
    first: 'how',
    pattern: `how (?:has|have|did) .+ (?:change[d]?|evolve[d]?)(?: (?:since|over|between|recently|lately|in the last|with)\\b.*)?[?. ]*$`,
  },
  {
    kind: 'who',
    first: 'who',
    pattern: `who (?:has |had |have |originally |first |last |recently |just |most recently )*${DONE}\\b`,
  },
  {
    kind: 'who',
    first: 'who',
    pattern: 'who (?:(?:has |have |is |was |been |recently |lately )*work(?:s|ed|ing) on|contribute[ds] to)\\b',
  },
  {
    kind: 'who',
    first: 'who',
    pattern: 'who (?:maintains|owns) .*\\b(?:code|file|module|package|project|repo|repository|folder)[?. ]*$',
  },
  {
    kind: 'who',
    first: 'who',
    pattern: `who owns (?:the |our )?(?=(?:\\S+ ){1,2}${PART}[?. ]*$)`,
    needs: 'name',
  },
  {
    kind: 'who',
    first: 'who',
    pattern:
      "who(?: maintains|(?: is|'s| was) responsible for) (?:the |our )?(?!\\w+ing\\b)(?=(?:(?!of )\\S+ ){0,2}\\S+[?. ]*$)",
    needs: 'name',
  },
  {
    kind: 'who',
    first: 'who',
    pattern: `(?:who is|who's|who was|who are) (?:the )?(?:(?:original |main |last )?(?:author|committer|contributor|maintainer)s?)\\b`,
  },
  {
    kind: 'who',
    first: 'the git blame',
    pattern: `(?:the )?(?:git )?blame (?:(?:for|of|on) )?(?:the (?:file )?)?(?=${FILE_ENDS})`,
  },
  {
    kind: 'who',
    first: 'the git blame',
    pattern: `(?:the )?(?:git )?blame (?:for |of |on )(?:the )?(?=(?:\\S+ ){0,2}\\S+[?. ]*$)`,
    needs: 'name',
  },
  {
    kind: 'when',
    first: 'when',
    pattern: `when (?:was|were|has|had|have|did|is the last time) (?:.+ )?(?:been )?(?:first |last |recently |originally )?${DONE}\\b`,
  },
  {
    kind: 'when',
    first: 'when',
    pattern: `when (?:did|have|has) (?:we|you|they|i|someone|somebody) (?:.+ )?(?:${DO}|stop|start|switch)\\b`,
  },
  // A transaction commits, and a server starts, without any change of the code.
  {
    kind: 'when',
    first: 'when',
    pattern: `when (?:did|have|has) (?:.+ )(?:first |last |recently |originally )?(?:(?:change|break|land|switch|move)\\b|(?:stop|start) \\w+ing\\b|(?:add|introduce|remove|drop|rename|replace|deprecate|implement|fix|rewrite|refactor|upgrade|bump) \\w)`,
  },
  {
    kind: 'when',
    first: 'since',
    pattern: `since when (?:(?:do|did|have|are|were) (?:we|you|they|there)\\b|(?:is|are|was|has|have) .+ ${DONE}\\b)`,
  },
];

// Recognises questions about a running program, which begin like those about its history: "who
// wrote to the session". Pure.

/** @param question begins like one about the history */
export function isOfARun(question: string): boolean {
  return RUN_PATTERNS.some((pattern) => new RegExp(pattern, 'i').test(question));
}

/** Nouns for things in a program that also have commits and logs. */
const HELD =
  '(?:transaction|database|db|raft(?: log)?|kafka|log|journal|wal|write-ahead log|consumer(?: group)?|partition|topic|offset|ledger|segment|quorum|leader|follower|replica|broker|savepoint|memtable|disk)s?';
/** Nouns for data that a program changes while it runs. Alone they do not ask for the history. */
const DATA =
  '(?:file|session|record|row|entry|key|value|object|document|page|resource|request|response|message|item|element|node|data|state|transaction|cookie|user|buffer|table|cache|database|connection|cell|field|property|header|body|token|timestamp)s?';
/** Nouns for containers in a program. */
const HOLDER = `(?:${DATA}|(?:queue|list|array|set|map|stack|heap|cart|pool|socket|stream|dom|tree|store|registry|collection)s?)`;
const OF_HISTORY =
  '(?:\\d|few|two|three|hour|day|week|month|year|sprint|milestone|commit|merge|rebase|tag|release|version|major|minor|patch|stable|alpha|beta|rc|deploy|pr\\b|pull|push|fork|review|refactor|rewrite|upgrade|update|time (?:i|we|you)\\b)';
const TRUNK =
  '(?:(?:the|this|our) )?(?:repo|repository|project|code ?base|main|master|trunk|branch|changelog|docs?|readme)\\b';
const BY_PEOPLE =
  '(?:(?:\\w+ )?(?:latest |last )?(?:commit|release|version|pr|pull request|merge|author|team|bot|maintainer|contributor|refactor|upgrade|patch)|same)';

/** The words. */
const RUN_PATTERNS: readonly string[] = [
  // "since it was added to the array", "after they were read from the socket"
  `\\b(?:since|after|before|until) (?:it|they|he|she) (?:was|were|is|are|has been|had been|got) \\w+ (?:to|into|from|by|in|on|at) (?!${TRUNK})`,
  // "since the last invocation"
  `\\b(?:since|after|before) (?:(?:the|its|our|my|a) )?(?:last|previous|prior|preceding) (?!${OF_HISTORY})\\w`,
  `\\b(?:since|after|before) (?:(?:the|a|an|each|every) )?(?:startup|boot|mount|launch|epoch|construction|initiali[sz]ation|login|render|reset|mounting|flush)[?. ]*$`,
  `\\b(?:since|after|before|when) (?:the|a|an|each|every) [\\w-]+ (?:was |were |is |has been |had been )?(?:opened|closed|started|loaded|rendered|mounted|called|read|parsed|flushed|sent|received|saved|connected|disconnected|logged|initiali[sz]ed|constructed|invoked|fired|emitted|acquired|fetched|cached|scanned|polled|resolved|rejected|expires|expired|fails|failed)\\b`,
  `\\bbetween (?:(?:the )?two|both|successive|consecutive|each|every|(?:renders|calls|frames|requests|runs|ticks|snapshots|iterations|invocations|polls|checkpoints)[?. ]*$)`,
  `\\b(?:at runtime|at run time|in memory)\\b`,
  // "changed by the middleware"
  `\\b(?:changed|modified|added|removed|deleted|updated|done|changes|commits)(?: made)? by (?:the|a|an|each|every|this|its) (?!${BY_PEOPLE})`,
  // "who wrote to the session"
  `^who (?:has |had |have |originally |first |last |recently |just |most recently )*(?:wrote|written|added|changed|moved|merged|touched|updated|created) (?:(?:it|them|data|bytes) )?(?:to|into|onto|through|via|over|out)\\b(?! ${TRUNK}| [^\\s./]*[./]\\w)`,
  `^who (?:has |had |last |first |just )*(?:committed|merged|reverted|dropped|deleted|created) (?:the|a|an|this|each) (?:transaction|offset|batch|cursor|connection|session|thread|socket|request|message|record|row|entry|key|node)s?[?. ]*$`,
  // "when was the file last modified"
  `^when (?:was|were|is|has|had) (?:the|a|an|this|that|each|its) ${DATA} (?:been )?(?:first |last |recently )?(?:modified|changed|updated|written|touched|edited|created|committed|deleted|removed|merged|moved)(?=[?. ]*$| (?:to|into|by|from|in|on)\\b)`,
  `^when (?:was|were|is|has|had) .+ (?:written|committed|deleted) (?:to|into|onto|from)\\b(?! ${TRUNK})`,
  `^(?:in )?(?:which|what) version .+ (?:written|changed|added) (?:to|into)\\b`,
  // "what was added to the queue", "who removed the entry from the cache"
  `^(?:what|who|when) .*(?:added|written|wrote|moved|removed|deleted|dropped|committed)(?: .+)? (?:to|into|onto|from|in) (?:the|a|an|each|its) ${HOLDER}[?. ]*$`,
  // "latest state changes"
  `^(?:.* )?(?:latest|newest|recent) (?:\\S+ )*?(?:${HOLDER}|${HELD}) (?:changes|commits)[?. ]*$`,
  // "the last commit of the transaction"
  `\\bcommits?\\b.* (?:of|in|to|by|from|for|on) (?:(?:the|a|an|each|this|our) )?${HELD}[?. ]*$`,
  `\\bcommits? (?:that|which) (?:is|are|(?:was|were|has|have|had)(?! (?:been )?(?:made|done|pushed|signed|tagged|${DONE}))|does|the|it)\\b`,
  `\\bcommits? (?:is|was|are|were) (?!made|done|pushed|signed|tagged|about|by|on|in|from|there|the |this |that |[?])(?:\\w+ed|\\w+n)\\b(?= (?:to|by|from|into|in)\\b)`,
];
