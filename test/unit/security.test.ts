/** SECURITY.md claims nothing without a test: each file that it names exists, and holds the tests that it relies on. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** File → titles of the tests in it that show what the page says. */
const SHOWN_BY: Record<string, readonly string[]> = {
  'test/e2e/ask.test.ts': [
    'and what a terminal would obey is written out',
    'that are in no source are marked where they stand, and named below',
  ],
  'test/e2e/bombs.test.ts': ['is refused by every command that takes one'],
  'test/e2e/cli-init-mcp.test.ts': [
    'keeps the paths of this machine out of files that others get, and names an entry that somebody committed',
  ],
  'test/e2e/cli.test.ts': ['%s: exit 2, one message on stderr, nothing on stdout'],
  'test/e2e/foreignStores.test.ts': ['is refused where it ends LanceDB, in one line', 'leaves a server alive'],
  'test/e2e/hostKey.test.ts': ['is left, by name, and what was indexed before goes on answering'],
  'test/e2e/hostileRepository.test.ts': [
    'obeys nothing that cora %s prints',
    'gets code of markdown and xml made visible, which a pipe gets verbatim',
    'is every file, by its own path, in every listing',
    'comes over MCP as data: by paths that it gives, in fences that it cannot close',
  ],
  'test/e2e/httpHostile.test.ts': [
    'refuses the name %s, which a page of another origin may have been given',
    'refuses pages of other origins, another port of this machine too',
    'takes no body but JSON: forms of other pages cannot send it',
    'asks for its token where it has one, and for one on an address that others reach',
    'knows repositories by their ids and nothing else',
    'writes a line for each request, with neither texts nor tokens nor made-up paths',
  ],
  'test/e2e/httpLoad.test.ts': [
    'answers others beside 2,000 event streams: some are served, the rest are told that there are too many',
  ],
  'test/e2e/inertCommands.test.ts': [
    'have none of them run by any command',
    'have none of them run by the HTTP server, its jobs, or a question to a model',
    'have none of them run by the watcher, when files and HEAD change',
    'runs nothing of its own here',
  ],
  'test/e2e/mcp.test.ts': ['reads files and lines, of now and of a commit, and refuses what is not to be seen'],
  'test/e2e/mcpAnswers.test.ts': ['keeps paths and names on lines of its own, whatever they hold'],
  'test/e2e/mcpHttp.test.ts': ['refuses web pages, other paths, and other names of the machine'],
  'test/e2e/mcpTools.test.ts': ['builds only where it may, says how far it is, and answers meanwhile'],
  'test/e2e/modes.test.ts': [
    'is the user’s alone under the umask %s',
    'in the place of the %s is not used',
    'of a killed pack are removed by the next one, and nobody else’s',
  ],
  'test/e2e/objects.test.ts': [
    'leads nobody elsewhere by a manifest: query, pull and push refuse it, and ask for nothing else',
    'is not opened where Cora has no credentials to look, unless the user trusts whoever writes there',
  ],
  'test/e2e/offline.test.ts': ['indexes, finds the definition first, and touches only what changed'],
  'test/e2e/pageHostile.test.ts': [
    'cannot by names, code and headings that are found',
    'cannot by what the model says',
    'cannot by an error of the server, and a policy holds if all of this fails',
  ],
  'test/e2e/pageOrigins.test.ts': [
    'shows nothing of the page in a frame',
    'gets no answer by any means that a browser has',
    'leaves a service worker and cookies, and neither reaches the page',
  ],
  'test/e2e/pageXss.test.ts': [
    'do not as all that an answer to a search can say',
    'do not as what a model says, piece by piece, nor as what it cites',
  ],
  'test/e2e/pages.test.ts': ['shows texts made to run as texts'],
  'test/e2e/secrets.test.ts': [
    'none is printed, logged, served over MCP or sent to a model',
    'none is served over HTTP, nor logged there',
    'none is in the copy or the answers of a fleet',
    'none is in what the hooks of Git index, log and write',
  ],
  'test/e2e/tokens.test.ts': [
    'asks a host that origin names and the user does not for nothing, and says how to name it',
    'sends the one that is for an Enterprise Server where the user names the host, and nothing behind a redirect',
  ],
  'test/e2e/zoo/judge.test.ts': ['catches %s'],
  'test/e2e/zoo/zoo.test.ts': ['a calm repository has nothing to complain of, whoever visits'],
  'test/integration/ask/services.test.ts': ['is left when its whole time is up, however it goes on'],
  'test/integration/commentary/hostile.test.ts': [
    'stays between the marks, which it cannot write itself',
    'reaches only prose: one paragraph, limited, without control characters',
    'keeps secrets here, in the question and in the answer',
  ],
  'test/integration/fleet/hostile.test.ts': ['that %s is left, and its half pack goes'],
  'test/integration/fleet/redirect.test.ts': [
    'on the same host is followed; to another one it is refused, by name, and nothing is fetched',
  ],
  'test/integration/fleet/sync.test.ts': ['runs no hook and no command that a configuration or an address names'],
  'test/integration/freshness/foreign.test.ts': ['%s is not run by status or install'],
  'test/integration/freshness/path.test.ts': [
    '%s gives the hooks no program',
    '%s gives them neither node nor Cora where the recorded ones have gone',
  ],
  'test/integration/git/bombs.test.ts': ['is refused with a named error where it is HEAD'],
  'test/integration/git/devices.test.ts': [
    '%s a device or a huge file is refused by its name, from the top and from below',
    '%s no git reads %s on and on',
  ],
  'test/integration/git/endIfWaiting.test.ts': ['is not waited for as %s', 'is not waited for in the place of %s'],
  'test/integration/git/inert.test.ts': ['nothing that the configuration names is started'],
  'test/integration/git/openRepository.test.ts': [
    'a bare repository is refused where the repository around it tracks it',
    'is refused where it is %s, from the top, from .git and from below',
  ],
  'test/integration/git/swappedFolder.test.ts': [
    'a swapper that never rests learns nothing of outside through read and grep',
  ],
  'test/integration/grep/redacted.test.ts': ['answers as if the files held no secret'],
  'test/integration/hostile/links.test.ts': [
    'in the place of a part of it',
    'in the place of a file of an index',
    'in the place of the hooks',
    'leads nothing that cora init writes out of the repository',
    'in the place of cora/%s: nothing is written, nor read',
  ],
  'test/integration/hostile/programs.test.ts': [
    '%s brings no git, ripgrep or codex',
    'start programs at the places of this table and nowhere else, no shell among them',
  ],
  'test/integration/hostile/stores.test.ts': [
    'is not opened, written or cleaned, even where the user names it',
    'is not opened where it is the top of a clone',
    'opens no connection, whoever asks',
    'is not answered from a folder outside; doctor and a full run put it right',
    'is refused in any other form: %s',
    'is refused where machines share it',
    'deletes what Cora made, and nothing else of a folder that the user named',
  ],
  'test/integration/mcp/messageFuzz.test.ts': [
    'is answered, or refused in words',
    'that is none is let pass',
    'is answered as the protocol says',
  ],
  'test/integration/mcp/turns.test.ts': [
    'answers beside hundreds of bodies that do not come, of which the oldest go',
    'answers others where one address has taken all that it may',
    'has the hundred calls of one message take one place',
  ],
  'test/integration/secrets/asked.test.ts': [
    'GET /graph takes no id that is a hash of a secret',
    '%s tells nothing of a secret',
    'related takes no id that is a hash of a secret',
  ],
  'test/integration/secrets/everywhere.test.ts': [
    'are in none of what is stored, packed, published, pulled, found, grepped or said of commits',
    'is indexed, packed and pulled without them, and says how many there were',
  ],
  'test/integration/secrets/guessed.test.ts': ['is not learnt of %s, which gives %j (%#)'],
  'test/integration/secrets/publicIds.test.ts': ['has the id that it would have with any other secret of that length'],
  'test/integration/server/requestFuzz.test.ts': ['is answered as documented'],
  'test/integration/session/webIndex.test.ts': [
    'that changes between two requests is read anew: no answer is of both',
    'whose bytes are forged is refused by its address, without what is secret in it',
  ],
  'test/integration/share/attested.test.ts': ['attested %s', 'attested by nobody'],
  'test/integration/share/bundles.test.ts': [
    'behind an address of another protocol is not asked for',
    'behind an address, as %s, is fetched from the storage host without the token',
  ],
  'test/integration/share/hostile.test.ts': ['with %s is refused, and nothing is left of it'],
  'test/integration/share/lyingServers.test.ts': [
    '%s: nothing of two files is mixed',
    'says that the file has a petabyte: nothing is made for it',
    'is slow: it is given up on',
  ],
  'test/integration/share/objectStores.test.ts': [
    'in the table %s is refused by query, pull and push, and nobody else is asked',
    'between the look and the opening is noticed before a row is read',
    'that comes while a push is under way is refused when the push looks again',
    'as an older version, which a push would clean up, is refused by push',
    'that LanceDB would find by itself are no reason to open what nobody looked at',
    'that is packed, so that one reader unpacks it and the other does not, is refused',
    'as %s is refused',
    'again and again ends with a named error',
    'that gives %s is left',
    'are not sent behind a redirect',
  ],
  'test/integration/share/openWebIndex.test.ts': [
    'and was torn by a crash comes again',
    'sends a name and password to its own host alone, and follows a redirect once',
    'is read by the ranges that are asked for, which stay for the next process',
  ],
  'test/integration/share/poisoned.test.ts': [
    'cannot lie about %s',
    'cannot bring vectors that are not those of its texts',
  ],
  'test/integration/share/slowServers.test.ts': [
    '%s is left, with a named error',
    'is left when the whole time is up, however fast it sends',
    'from https to http is not followed, to %s neither',
  ],
  'test/integration/share/tokens.test.ts': ['%j gets none of them', 'read a credential of the environment in one file'],
  'test/integration/store/health.test.ts': ['and nothing that somebody wrote into the sums: %s'],
  'test/integration/store/hostileFilters.test.ts': ['choose by id, by content and by blob the rows that hold them'],
  'test/integration/store/interrupt.test.ts': ['the second %s, of one that %s'],
  'test/integration/store/nativeFuzz.test.ts': ['ends no process that reads a table which was found sound'],
  'test/integration/store/takeBackTorn.test.ts': [
    'opens no pipe and no link, and removes nothing through one',
    'takes no version back for a stray file: %s',
  ],
  'test/integration/view/readLines.test.ts': ['never shows what lies outside, is secret or ignored, by any spelling'],
  'test/unit/base/systemFailure.test.ts': ['is not misled by a name or by another machine: %s'],
  'test/unit/boundedReaders.test.ts': ['goes through the helpers, or stands in the list with its reason'],
  'test/unit/chunk/codeFuzz.test.ts': ['any text'],
  'test/unit/chunk/meterWasm.test.ts': [
    'stops where nothing is left, and goes on where there is again',
    'takes from the global that it is given, and keeps its own',
  ],
  'test/unit/chunk/parser.test.ts': [
    'that wants more memory than any text may have is left for lines, and never for want of memory',
    'holds one runtime at a time, and gives the memory of one that crashed back at once',
  ],
  'test/unit/chunk/pathological.test.ts': [
    'reads %s to its end, whatever stands in it',
    'of half a megabyte, written as %j in %s, is given up',
    'as deep as %s allows',
  ],
  'test/unit/git/checkPath.test.ts': ['%j is refused'],
  'test/unit/git/explodingPatterns.test.ts': ['and the line %# of .gitattributes and ignore files'],
  'test/unit/longTexts.test.ts': ['written as %j in %s'],
  'test/unit/patterns.test.ts': ['takes linear time, or sees a limited text'],
  'test/unit/search/renderFuzz.test.ts': [
    'stands in XML as it is, in one element that ends once, behind one attribute',
    'stands in Markdown in a fence that it can not close, behind a heading of one line',
  ],
  'test/unit/secrets/groups.test.ts': ['there are more than fifty groups'],
  'test/unit/secrets/places.test.ts': ['cannot be seen, wherever and whatever they are, and the rest is as it was'],
  'test/unit/settings/settle.test.ts': [
    'keeps the store in the Git directory, which no clone brings, wherever in the repository the command runs',
    'does not lead the store out of the repository through a link',
    'can set nothing that is not in one of these two lists',
    'gives %s no value that it can not have',
  ],
  'test/unit/share/fuzzPacked.test.ts': ['survives any change to its bytes'],
  'test/unit/share/provenance.test.ts': [
    'by %s is refused by name, with what to do',
    'of an authority that nobody trusts is refused, also by the shipped root',
    'whose log entry is of another statement is refused',
    'that was signed when its certificate had expired is refused',
    '%s is refused by name',
    'survives any change to its bytes, and says nothing else than before',
  ],
  'test/unit/share/readSource.test.ts': ['takes no owner and no repository from %s'],
  'test/unit/store/hideCredentials.test.ts': [
    'keeps for %j of the credentials %j, and hands all on',
    'hides names that LanceDB understands without a cloud’s name, whatever place is named',
  ],
  'test/unit/store/manifestWork.test.ts': ['refuses a hundred thousand pointers of field %i to one section'],
};

const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const pathOf = (name: string): URL => new URL(`../../${name}`, import.meta.url);
const named = [...new Set([...page.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, file]) => file!))];

describe('SECURITY.md', () => {
  it('has a test for every row', () => {
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (They|It) may try|^\| Target/.test(line));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((row) => !/`test\/[\w/-]+\.test\.ts`/.test(row))).toEqual([]);
  });

  it('names files that there are, and all those whose tests are listed here', () => {
    expect(named.filter((file) => !existsSync(pathOf(file)))).toEqual([]);
    expect(Object.keys(SHOWN_BY).filter((file) => !named.includes(file))).toEqual([]);
  });

  it('relies, but for fuzzing, on tests that are listed here', () => {
    const claims = page.slice(0, page.indexOf('## Fuzzing'));
    const unlisted = named.filter((file) => claims.includes(file) && SHOWN_BY[file] === undefined);
    expect(unlisted).toEqual(['test/unit/security.test.ts']);
  });

  it.each(Object.entries(SHOWN_BY))('%s has its tests', (file, titles) => {
    const source = readFileSync(pathOf(file), 'utf8');
    expect(titles.filter((title) => !source.includes(title))).toEqual([]);
  });
});
