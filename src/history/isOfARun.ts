/** Tells questions about a program as it runs from those about its history, which begin alike: "who wrote to the session". Pure. */

import { DONE } from './historyPatterns.ts';

/** @param question one that begins as a question about the history */
export function isOfARun(question: string): boolean {
  return PATTERNS.some((pattern) => new RegExp(pattern, 'i').test(question));
}

/** Nouns for what programs have commits and logs of, too. */
const HELD =
  '(?:transaction|database|db|raft(?: log)?|kafka|log|journal|wal|write-ahead log|consumer(?: group)?|partition|topic|offset|ledger|segment|quorum|leader|follower|replica|broker|savepoint|memtable|disk)s?';
/** Nouns for what a program changes as it runs; alone they ask for no history. */
const DATA =
  '(?:file|session|record|row|entry|key|value|object|document|page|resource|request|response|message|item|element|node|data|state|transaction|cookie|user|buffer|table|cache|database|connection|cell|field|property|header|body|token|timestamp)s?';
/** Nouns for containers of a program. */
const HOLDER = `(?:${DATA}|(?:queue|list|array|set|map|stack|heap|cart|pool|socket|stream|dom|tree|store|registry|collection)s?)`;
const OF_HISTORY =
  '(?:\\d|few|two|three|hour|day|week|month|year|sprint|milestone|commit|merge|rebase|tag|release|version|major|minor|patch|stable|alpha|beta|rc|deploy|pr\\b|pull|push|fork|review|refactor|rewrite|upgrade|update|time (?:i|we|you)\\b)';
const TRUNK =
  '(?:(?:the|this|our) )?(?:repo|repository|project|code ?base|main|master|trunk|branch|changelog|docs?|readme)\\b';
const BY_PEOPLE =
  '(?:(?:\\w+ )?(?:latest |last )?(?:commit|release|version|pr|pull request|merge|author|team|bot|maintainer|contributor|refactor|upgrade|patch)|same)';

/** The words. */
const PATTERNS: readonly string[] = [
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
  // "the last commit of the transaction"
  `\\bcommits?\\b.* (?:of|in|to|by|from|for|on) (?:(?:the|a|an|each|this|our) )?${HELD}[?. ]*$`,
  `\\bcommits? (?:that|which) (?:is|are|(?:was|were|has|have|had)(?! (?:been )?(?:made|done|pushed|signed|tagged|${DONE}))|does|the|it)\\b`,
  `\\bcommits? (?:is|was|are|were) (?!made|done|pushed|signed|tagged|about|by|on|in|from|there|the |this |that |[?])(?:\\w+ed|\\w+n)\\b(?= (?:to|by|from|into|in)\\b)`,
];
