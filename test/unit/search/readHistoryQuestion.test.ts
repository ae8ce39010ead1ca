import { describe, expect, it } from 'vitest';
import { LAST_RELEASE } from '../../../src/search/question/historyPatterns.ts';
import { readHistoryQuestion } from '../../../src/search/question/readHistoryQuestion.ts';

const HISTORY: readonly (readonly [question: string, kind: string, subject: string, since: string | null])[] = [
  ['what changed?', 'changes', '', null],
  ['What changed in the scheduler?', 'changes', 'scheduler', null],
  ['what has changed recently', 'changes', '', null],
  ["what's changed since v1.2.0", 'changes', '', 'v1.2.0'],
  ["What's new?", 'changes', '', null],
  ['what is new since 2024-05-01?', 'changes', '', '2024-05-01'],
  ['what happened last week', 'changes', '', 'last week'],
  ['what was fixed in the last 3 days', 'changes', 'fixed', 'last 3 days'],
  ['what did Jane change in the parser?', 'changes', 'Jane parser', null],
  ['what have we done this month', 'changes', '', 'this month'],
  ['recent changes', 'changes', '', null],
  ['recent changes to the lock file code', 'changes', 'lock', null],
  ['show me the latest changes in src/store', 'changes', 'src/store', null],
  ['changes since yesterday', 'changes', '', 'yesterday'],
  ['what changed since Monday', 'changes', '', 'Monday'],
  ['commits since 7.2', 'changes', '', '7.2'],
  ['commits by Jane about locking', 'changes', 'Jane locking', null],
  ['which commit introduced the write lock?', 'changes', 'write lock', null],
  ['What commit broke the build', 'changes', 'broke build', null],
  ['find the commit that removed v2store', 'changes', 'removed v2store', null],
  ['in which release was lazyfree added', 'changes', 'release lazyfree added', null],
  ['how has the parser changed since v2.0.1?', 'changes', 'parser', 'v2.0.1'],
  ['how did error handling evolve over the last year', 'changes', 'error handling evolve', 'last year'],
  ['are there any recent changes to the proxy?', 'changes', 'proxy', null],
  ['recent work on the working tree', 'changes', 'working tree', null],
  ['newest commits mentioning ssl', 'latest', 'ssl', null],
  ['who has been working on the cache lately', 'who', 'cache', null],
  ['latest commit', 'latest', '', null],
  ['What is the latest commit?', 'latest', '', null],
  ['what was the last commit to src/server.c', 'latest', 'src/server.c', null],
  ['the last 5 commits', 'latest', '', null],
  ['most recent commit touching the scheduler', 'latest', 'scheduler', null],
  ['git log', 'latest', '', null],
  ['show the commit', 'latest', '', null],
  ['show me the diff of the last commit', 'latest', '', null],
  ['latest change', 'changes', '', null],
  ['history of src/cart.ts', 'changes', 'src/cart.ts', null],
  ['commits about proxies', 'changes', 'proxies', null],
  ['who maintains the auth code', 'who', 'auth', null],
  ['who maintains the blame code', 'who', 'blame', null],
  ['who wrote the diff', 'who', 'diff', null],
  ['what changed lately in blame', 'changes', 'blame', null],
  ['what changed lately in the commit code', 'changes', 'commit', null],
  ['who maintains the log code?', 'who', 'log', null],
  ['who contributed to the git package since v1.2', 'who', 'git package', 'v1.2'],
  ['what changed in the last commit', 'changes', '', null],
  ['what did the last commit change in the parser', 'changes', 'parser', null],
  ['who wrote the last diff', 'who', '', null],
  ['who owns the mysql driver', 'who', 'mysql driver', null],
  ['who added sideband limit', 'who', 'sideband limit', null],
  ['which commit added the write lock', 'changes', 'write lock', null],
  ['who contributed to the parser', 'who', 'parser', null],
  ['what changed between 0.26.0 and 0.27.0', 'changes', '', '0.26.0'],
  ['commits between v1.0 and v2.0 about locking', 'changes', 'locking', 'v1.0'],
  ['commit history of src/git/treeFiles.ts', 'latest', 'src/git/treeFiles.ts', null],
  ['who wrote the tokenizer?', 'who', 'tokenizer', null],
  ['Who changed openStore last?', 'who', 'openStore', null],
  ['who last touched src/cart.ts', 'who', 'src/cart.ts', null],
  ['who introduced the retry loop', 'who', 'retry loop', null],
  ['who is the author of the hash embedder?', 'who', 'hash embedder', null],
  ['git blame src/cart.ts', 'who', 'src/cart.ts', null],
  ['when was lazyfree added?', 'when', 'lazyfree added', null],
  ['when was the config parser last changed', 'when', 'config parser', null],
  ['When did we switch to vitest', 'when', 'switch vitest', null],
  ['when were streams introduced', 'when', 'streams', null],
  ['can you tell me when was the retry removed', 'when', 'retry removed', null],
  ['who changed the parser cache recently', 'who', 'parser cache', null],
  ['what changed in v1.2..v1.3', 'changes', '', 'v1.2'],
  ['latest websocket changes', 'changes', 'websocket', null],
  ['what are the most recent write lock commits?', 'changes', 'write lock', null],
  ['who changed the parser in v1.2..v1.3?', 'who', 'parser', 'v1.2'],
  ['commits in v1.2...v1.3 about locking', 'changes', 'locking', 'v1.2'],
  ['changes in main..topic', 'changes', '', 'main'],
  ['what changed in HEAD~3..', 'changes', '', 'HEAD~3'],
  ['what changed since HEAD^', 'changes', '', 'HEAD^'],
  ['commits by Jane in 2020', 'changes', 'Jane', '2020-01-01'],
  ['what changed in the parser in 2020?', 'changes', 'parser', '2020-01-01'],
  ['commits in 2020', 'changes', '', '2020-01-01'],
  ['who is responsible for the parser', 'who', 'parser', null],
  ['who maintains src/cart.ts?', 'who', 'src/cart.ts', null],
  ['User: where is it?\nAssistant: in a.ts\nUser: who changed it last?', 'who', '', null],
];

const CODE: readonly string[] = [
  'where is the commit log parsed',
  'how does the transaction commit',
  'history of orders',
  'commit the offset',
  'who maintains the list of connections',
  'show me the code that commits the transaction',
  'the diff of two trees',
  'how does it change state',
  'how to detect what changed between two trees',
  'how are changes applied to the index',
  'how is the last commit found',
  'who calls openStore',
  'who uses the cache',
  'who owns the lock',
  'who creates the worker threads',
  'who is responsible for closing the socket',
  'what changes the state of the scheduler',
  'what changed event is emitted',
  'what changed props trigger a render',
  'what is the latest version of the protocol',
  'what is new in the constructor of an object used for',
  'where is the last commit offset stored',
  'last commit offset of a consumer group',
  'latest commit index in raft log',
  'commit log segment',
  'commit offsets to kafka',
  'commit a transaction',
  'log history size option',
  'history of commands in the cli',
  'command history search',
  'when is the cache invalidated',
  'when does the server close a connection',
  'when are keys removed on expiry',
  'when a file is added to the watcher',
  'what was the reason for a retry',
  'what does git blame parsing return',
  'what is added to the queue',
  'which function changed the buffer',
  'why was the request rejected',
  'changed files since a commit',
  'changes',
  'change log level at runtime',
  'recent documents cache',
  'latest snapshot',
  'latest commits cache',
  'undo the last change in the editor buffer of the user',
  'created_at timestamp',
  'since epoch milliseconds',
  'changedFilesSince',
  'resolveCommit',
  'TypeError: what changed is not a function',
  '',
];

/** The same words, once of commits and once of what a program does as it runs. */
const HISTORY_OR_CODE: readonly (readonly [history: string, code: string])[] = [
  ['git log src/click/core.py', 'git log parser'],
  ['git log --oneline -5', 'git log is parsed line by line'],
  ['log of src/click/core.py', 'log of failed requests'],
  ['show commit a1d87858', 'show commit button'],
  ['git show 8.1.3', 'how does git show output look'],
  ['what changed in HEAD~1', 'where is HEAD~1 resolved'],
  ['which files were deleted in HEAD~1', 'which files were deleted in memory'],
  ['what was deleted in a1d87858', 'how is a1d87858 deleted'],
  ['which files were renamed by commit 12345678', 'which files are deleted in a1d87858 rounds'],
  ['show me HEAD^', 'how is HEAD^ read'],
  ['which commits are in v1.2..v1.3', 'how is v1.2..v1.3 parsed'],
  ['who maintains the parser', 'who maintains the order of entries'],
  ['who is responsible for the parser', 'who is responsible for parsing'],
  ['git diff 8.1.0..8.1.3', 'git diff algorithm'],
  ['diff between v1.2 and v1.3', 'diff between two objects'],
  ['compare v1.2 with v1.3', 'compare two versions'],
  ['who owns the mysql driver', 'who owns the lock that the driver took'],
  ['git blame -L 10,20 reader.c', 'blame view'],
  ['blame of reader.c', 'blame the reader for protocol errors'],
  ['changes since v1.2', 'changes since the last invocation of the runner'],
  ['what changed since the last release', 'what changed since the last render'],
  [
    'what changed in the json element since it was introduced',
    'what changed in the json element since it was added to the array',
  ],
  ['what was changed by the last commit', 'what was changed by the middleware'],
  ['what did the last commit change', 'what did the handler change'],
  ['who wrote the session store', 'who wrote to the session'],
  ['who removed the retry from the reader', 'who removed the entry from the cache'],
  ['when was session.rb last modified', 'when was the file last modified'],
  ['when did we drop node 12', 'when did the transaction commit'],
  ['the last commit to the parser', 'the last commit that was acknowledged by the broker'],
  ['latest parser changes', 'latest state changes'],
  ['recent parser commits', 'recent transaction commits'],
  ['which commit broke replay', 'how does the commit log replay'],
  ['commits touching the reader', 'which commits are replayed after a crash'],
  ['in which version was the flag added', 'which version was negotiated'],
];

describe('readHistoryQuestion', () => {
  it.each(HISTORY_OR_CODE)('is %j, and not %j', (history, code) => {
    expect(readHistoryQuestion(history)).not.toBeNull();
    expect(readHistoryQuestion(code)).toBeNull();
  });

  it.each([
    'what changed event is fired',
    'last modified header',
    'who calls the parser',
    'when is the session written',
    'commit log of a partition',
    'the last commit of the transaction',
    'when was the item added to the cart',
    'git commit wrapper',
    'git diff',
    'git diff src/core.py',
    'git show v1.2:src/core.py',
    'the latest change is sent to the replica',
  ])('leaves %j to the code, too', (question) => {
    expect(readHistoryQuestion(question)).toBeNull();
  });

  it.each([
    ['git log -p -- src/x.py', { kind: 'latest', subject: 'src/x.py' }],
    [
      'git log --since="2 weeks ago" --author=Jane',
      { subject: 'Jane', since: '2 weeks ago', author: { name: 'Jane', isPart: true }, order: 'newest' },
    ],
    [`git log -3 --author='Jane Doe' -- src/x.py`, { subject: 'src/x.py Jane Doe', author: { name: 'Jane Doe' } }],
    [`git log --author='Jane\\|John'`, { subject: 'Jane\\|John' }],
    ['git shortlog -sn', { kind: 'who', subject: '', order: null }],
    ['the last 5 commits by Jane Doe in the parser', { author: { name: 'Jane Doe', isPart: false } }],
    ['what changed in time', { subject: '', namesake: 'time' }],
    ['who wrote the commit?', { subject: '', namesake: 'commit' }],
    ['git log --since 2.weeks.ago', { since: '2 weeks ago' }],
    ['git log v1.2..v1.3 -- src', { subject: 'src', since: 'v1.2', until: 'v1.3', versions: ['v1.2', 'v1.3'] }],
    ['git log v1.2..', { since: 'v1.2', until: null }],
    ['git log v1.2', { since: null, until: 'v1.2' }],
    ['git show HEAD~3', { revision: 'HEAD~3', needs: null }],
    ['git show topic', { revision: 'topic', needs: 'name' }],
    ['git show --stat a1d87858', { revision: 'a1d87858' }],
    ['git diff v1.2 v1.3 src/x.py', { kind: 'changes', subject: 'src/x.py', since: 'v1.2', until: 'v1.3' }],
    ['git diff main...topic', { since: 'main', until: 'topic' }],
    ['diff 8.1.0..8.1.3', { since: '8.1.0', until: '8.1.3' }],
    ['git blame -L 10,20 src/cart.ts', { kind: 'who', subject: 'src/cart.ts' }],
    ['what is in the commit a1d87858?', { revision: 'a1d87858' }],
    ['a1d87858', { revision: 'a1d87858', needs: 'name' }],
    ['what did 0c3c45d40 change?', { revision: '0c3c45d40', needs: 'name' }],
    ['changes by Jane', { subject: 'Jane', needs: 'name' }],
    ['changes since v1.2', { since: 'v1.2', needs: 'point' }],
    ['log of src/x.py', { subject: 'src/x.py', needs: 'name' }],
  ])('reads %j', (question, read) => {
    expect(readHistoryQuestion(question)).toMatchObject(read);
  });

  it.each(HISTORY)('reads %j', (question, kind, subject, since) => {
    expect(readHistoryQuestion(question)).toMatchObject({ kind, subject, since });
  });

  it.each([
    ['who wrote the tokenizer', 'oldest'],
    ['when was lazyfree added', 'oldest'],
    ['who last changed what was added to the lock', 'newest'],
    ['the latest commit', 'newest'],
    ['which commit broke the build', null],
  ])('tells which end of time %j asks for', (question, order) => {
    expect(readHistoryQuestion(question)?.order).toBe(order);
  });

  it.each([
    ['what changed since v1.2', 'v1.2', null, ['v1.2']],
    ['what changed since 8.0?', '8.0', null, ['8.0']],
    ['what changed since 8?', '8', null, ['8']],
    ['what changed since release 8 in the parser', '8', null, ['8']],
    ['what changed since the tag nightly-2', 'nightly-2', null, []],
    ['what changed after v1.2 was released', 'v1.2', null, ['v1.2']],
    ['what changed since pkg@1.2.0-rc.1', 'pkg@1.2.0-rc.1', null, ['pkg@1.2.0-rc.1']],
    ['what changed since main', 'main', null, []],
    ['what changed since HEAD~3', 'HEAD~3', null, []],
    ['what changed since 2024', '2024', null, []],
    ['what changed between v1.2 and v1.3', 'v1.2', 'v1.3', ['v1.2', 'v1.3']],
    ['what changed between v1.2 and HEAD', 'v1.2', 'HEAD', ['v1.2']],
    ['what changed between main and the release 8', 'main', '8', ['8']],
    ['what changed in the parser from 1.2 to 1.3', '1.2', '1.3', ['1.2', '1.3']],
    ['what changed between client and server since v1.2', 'v1.2', null, ['v1.2']],
    ['which commit bumped lodash from 4.17.20 to 4.17.21', '4.17.20', '4.17.21', []],
    ['what changed in v1.2?', LAST_RELEASE, 'v1.2', ['v1.2']],
    ['what was fixed in the release 8', LAST_RELEASE, '8', ['8']],
    ['what is new in 99.1.', LAST_RELEASE, '99.1', ['99.1']],
    ['who changed the parser in version 2.11.0', LAST_RELEASE, '2.11.0', ['2.11.0']],
    ['commits in release-1.2.0-rc1', LAST_RELEASE, 'release-1.2.0-rc1', ['release-1.2.0-rc1']],
    ['what changed in python 3.11', null, null, []],
    ['what changed in v8 engine updates', null, null, []],
    ['what changed in http/1.1', null, null, []],
    ['what changed in 1.5 seconds', null, null, []],
    ['what changed in server.c', null, null, []],
    ['what changed in v2.py', null, null, []],
    ['when was the flag added in 2.0', null, null, []],
    ['what changed after python3 was dropped', 'python3', null, []],
    ['what changed after v8 engine updates', 'v8', null, []],
    ['what changed after 1.5 seconds', '1.5', null, []],
  ])('reads the points of %j', (question, since, until, versions) => {
    expect(readHistoryQuestion(question)).toMatchObject({ since, until, versions });
  });

  it.each([
    ['which commits changed retries from 1 to 5', 'retries 1 5'],
    ['which commits changed the delay between 10 and 20 ms', 'delay 10 20 ms'],
    ['what changed after 1 retry fails', '1 retry fails'],
    ['what changed after 3000 requests', '3000 requests'],
    ['what changed since 2000 requests', '2000 requests'],
    ['who changed the port from 2000 to 2010', 'port 2000 2010'],
    ['what changed since #12', '#12'],
    ['what changed after issue 12', 'issue 12'],
    ['what changed since python 3.11', 'python 3.11'],
  ])('takes the numbers of %j for words', (question, subject) => {
    expect(readHistoryQuestion(question)).toMatchObject({ subject, since: null, until: null });
  });

  it.each(CODE)('leaves %j to the code', (question) => {
    expect(readHistoryQuestion(question)).toBeNull();
  });
});

it('says how many commits are asked for', () => {
  const count = (question: string) => readHistoryQuestion(question)?.count;
  for (const five of [
    'git log -5',
    'git log --oneline -n 5 src/a.py',
    'git log -n5',
    'git log --max-count=5',
    'the last 5 commits',
  ])
    expect([five, count(five)]).toEqual([five, 5]);
  expect(count('show me the three latest commits')).toBe(3);
  for (const none of [
    'git log',
    'git log -U3',
    'git log --skip 2',
    'latest commit',
    'git log -0',
    'commits that mention 5 errors',
  ])
    expect([none, count(none)]).toEqual([none, undefined]);
});
