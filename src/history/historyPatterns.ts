/** How questions about the history begin. */

import type { HistoryQuestion } from './historyQuestion.ts';

export const DONE =
  '(?:added|introduced|changed|modified|edited|touched|updated|removed|deleted|dropped|fixed|broken?|created|written|wrote|implemented|renamed|refactored|rewritten|rewrote|moved|merged|committed|reverted|deprecated|replaced|bumped|upgraded|landed|authored)';
const DO =
  '(?:add|introduce|change|modify|edit|touch|update|remove|delete|drop|fix|break|create|write|implement|rename|refactor|rewrite|move|merge|commit|revert|deprecate|replace|bump|upgrade|land)';
/** What may follow "the last commit" or "what changed": the end, or a word that no compound noun begins with. */
export const END =
  '[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|that|which|touching|changing|affecting|from|with|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|and|was|were|did|is|are)\\b)';
const ENDS = `(?=${END})`;
/** Words that may follow "git log". A verb may not: "git log" would be its subject. */
const LOG_ENDS = `(?=[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|touching|changing|affecting|from|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|made|done|and who)\\b))`;

/** Words that a file or a folder is called by, after its name. */
const CONTAINER = '(?:file|module|folder|directory|package)';
/** `src/server.c`, `server.c` at the end. */
const FILE_ENDS = '[^\\s./]*[./]\\w\\S*$';
/** `a1d87858` */
export const HASH = '(?=[a-z]*\\d)[0-9a-f]{6,64}(?![\\w./-])';

interface Pattern {
  kind: HistoryQuestion['kind'];
  /** The words that it begins with: it is compiled when one of them is the question's first. */
  first: string;
  pattern: string;
  needs?: 'name' | 'point';
}

export const PATTERNS: readonly Pattern[] = [
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
  // Of a file: "history of orders" may be the shop's.
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
    pattern: `(?:the |all )?(?:commits|changes) (?:of|for|to|in|on) (?=${FILE_ENDS})`,
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
    pattern: `what(?:'s|’s| is) new(?: here)?(?: (?:since|this|in (?:the (?:last|past)|version|release|v?\\d))\\b.*)?[?. ]*$`,
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
    first: 'what the all latest last newest most recent',
    pattern: `(?:what (?:are|were) )?(?:the |all )?(?:latest|last|newest|(?:most )?recent) (?:code |git )?changes?${LOG_ENDS}`,
  },
  {
    kind: 'changes',
    first: 'what the all any changes commits',
    pattern: `(?:what (?:are|were) )?(?:the |all |any )?(?:changes|commits)(?: made)? (?:since|in the (?:last|past)|from the (?:last|past)|this (?:week|month|year)|(?:last|past) (?:week|month|year)|yesterday|today|after)\\b`,
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
    pattern: `(?:what(?:'s| is| was) in |what (?:does|did) )?(?:the )?(?:git )?(?:commit|revision) (?=${HASH})`,
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
  { kind: 'who', first: 'who', pattern: 'who (?:works on|worked on|has worked on|contributed to|contributes to)\\b' },
  {
    kind: 'who',
    first: 'who',
    pattern: 'who (?:maintains|owns) .*\\b(?:code|file|module|package|project|repo|repository|folder)[?. ]*$',
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
  // A transaction commits and a server starts by itself.
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
