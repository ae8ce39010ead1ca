import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { parseTOML } from 'toml-eslint-parser';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../../src/freshness/fileEdit.ts';
import { CLIENTS, type ClientName, planClientFile, planTomlBlock } from '../../../src/freshness/initClients.ts';
import { planJsonEntry } from '../../../src/freshness/install/planJsonEntry.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const PATHS: Record<ClientName, string> = {
  'claude-code': '.mcp.json',
  cursor: '.cursor/mcp.json',
  vscode: '.vscode/mcp.json',
  codex: '.codex/config.toml',
  opencode: 'opencode.json',
};

function folderWith(files: Record<string, string>): string {
  const dir = tempDir();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

const PROGRAM = { node: '/opt/node/bin/node', cli: '/opt/cora/dist/cli.js' };
const plan = (dir: string, client: ClientName, action: 'add' | 'remove') =>
  planClientFile(dir, client, action, PROGRAM);

describe('planClientFile', () => {
  it.each(CLIENTS)('adds %s to a new file, once, and takes it away with the file', (client) => {
    const dir = tempDir();
    const added = plan(dir, client, 'add');
    expect(added).toMatchObject({ file: join(dir, PATHS[client]), before: null, problem: null });
    expect(added.after).toMatchSnapshot();
    const full = folderWith({ [PATHS[client]]: added.after! });
    expect(plan(full, client, 'add')).toMatchObject({ before: added.after, after: added.after, problem: null });
    expect(plan(full, client, 'remove')).toMatchObject({ after: null, problem: null });
    expect(plan(dir, client, 'remove')).toMatchObject({ before: null, after: null });
  });

  it('plans where a file stands in the place of the folder; writing says that it cannot', () => {
    const edit = plan(folderWith({ '.cursor': 'x' }), 'cursor', 'add');
    expect(edit).toMatchObject({ before: null, problem: null });
    expect(() => writeFiles([edit])).toThrow(expect.objectContaining({ code: 'STORE' }));
  });

  it('names programs by absolute paths, in UTF-8, and never npx, which obeys the folder that it is started in', () => {
    for (const client of CLIENTS) {
      const { after } = planClientFile(tempDir(), client, 'add', { node: '/opt/nödé/node', cli: '/opt/日本/cli.js' });
      const text = Buffer.from(after!, 'latin1').toString('utf8');
      expect(text).toContain('"/opt/nödé/node"');
      expect(text).toContain('"/opt/日本/cli.js"');
      expect(text).not.toContain('npx');
    }
  });

  it('takes the file of OpenCode that is there', () => {
    const dir = folderWith({ 'opencode.jsonc': '{\n  // mine\n  "theme": "dark"\n}\n' });
    const { file, after } = plan(dir, 'opencode', 'add');
    expect(file).toBe(join(dir, 'opencode.jsonc'));
    expect(after).toContain('// mine');
  });

  it.each([
    [
      '{\n  "mcp": {\n    "servers": {\n      "a": { "type": "local", "command": ["a"] }\n    }\n  }\n}\n',
      ['mcp', 'servers'],
    ],
    ['{\n  "mcp": {\n    "servers": { "type": "local", "command": ["a"] }\n  }\n}\n', ['mcp']],
  ])('puts the entry where the servers of this OpenCode stand: %s', (text, [outer, inner]) => {
    const dir = folderWith({ 'opencode.json': text });
    const { after } = plan(dir, 'opencode', 'add');
    const { [outer!]: mcp } = JSON.parse(after!) as Record<string, Record<string, Record<string, unknown>>>;
    const holder = inner === undefined ? mcp! : mcp![inner]!;
    expect(holder.cora).toMatchObject({ type: 'local' });
    expect(Object.keys(mcp!)).toHaveLength(inner === undefined ? 2 : 1);
    const added = folderWith({ 'opencode.json': after! });
    expect(plan(added, 'opencode', 'add').after).toBe(after);
    expect(plan(added, 'opencode', 'remove').after).toBe(text);
  });

  it('takes the entry out of the older form, also where servers of the newer one came later', () => {
    const older = '"cora": { "type": "local", "command": ["node", "cli", "mcp"] }';
    const dir = folderWith({ 'opencode.json': `{ "mcp": { ${older}, "servers": {} } }` });
    expect(JSON.parse(plan(dir, 'opencode', 'remove').after!)).toEqual({ mcp: { servers: {} } });
  });

  it('does not write through links', () => {
    const dir = tempDir();
    symlinkSync(tempDir(), join(dir, '.cursor'));
    symlinkSync('/nowhere/else.json', join(dir, '.mcp.json'));
    expect(plan(dir, 'cursor', 'add').problem).toMatch(/behind \.cursor, which is a link/);
    expect(plan(dir, 'claude-code', 'add').problem).toMatch(/is a link/);
  });
});

/** Whether what was there stands in it in its order: something was only put between. */
function keepsAll(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (character === before[at]) at += 1;
  return at === before.length;
}

describe('planJsonEntry', () => {
  const wanted = { holder: ['servers'], key: 'cora' as const, entry: { command: 'npx', args: ['-y'] }, beginning: {} };
  const add = (text: string): string => planJsonEntry(text, wanted, 'add').after!;
  const remove = (text: string): string | null => planJsonEntry(text, wanted, 'remove').after;

  it.each([
    ['other servers', '{\n  "servers": {\n    "other": { "command": "x" }\n  }\n}\n'],
    [
      'comments and trailing commas',
      '{\n  // first\n  "inputs": [], /* second */\n  "servers": {\n    "a": {},\n  },\n}\n',
    ],
    ['other keys only', '{\n    "theme": "dark",\n    "list": [1, 2]\n}\n'],
    ['tabs', '{\n\t"servers": {\n\t\t"other": {}\n\t}\n}\n'],
    ['CRLF', '{\r\n  "servers": {\r\n    "other": {}\r\n  }\r\n}\r\n'],
    ['a byte-order mark', '\u00ef\u00bb\u00bf{\n  "theme": "dark"\n}\n'],
    ['a comment behind the last one', '{\n  "servers": {\n    "a": {} // why\n  } /* end */\n}\n'],
    ['several in a line', '{"servers": {"a": {}, "b": {}}, "x": 1}\n'],
    ['no line end', '{"theme":"dark"}'],
    ['bytes beyond ASCII', Buffer.from('{\n  "name": "grüße 日本"\n}\n').toString('latin1')],
  ])('adds beside %s and gives the same bytes back', (_, before) => {
    const after = add(before);
    const read = (text: string) => parse(text.replace(/^\u00ef\u00bb\u00bf/, ''), [], { allowTrailingComma: true });
    expect(read(after)).toEqual({ ...read(before), servers: { ...read(before).servers, cora: wanted.entry } });
    expect(after.includes('\r\n')).toBe(before.includes('\r\n'));
    expect(keepsAll(before, after)).toBe(true);
    expect(add(after)).toBe(after);
    expect(remove(after)).toBe(before);
  });

  it('leaves what its owner has made of the entry', () => {
    const own = '{"servers": {"cora": {"command": "node", "args": ["mine"]}}}';
    expect(planJsonEntry(own, wanted, 'add')).toEqual({
      after: own,
      problem: expect.stringContaining('starts something else'),
    });
  });

  it.each([
    ['{ "servers": ', /not valid JSON.*line 1/],
    ['[]', /does not hold a JSON object/],
    ['{"servers": []}', /something else at "servers"/],
  ])('leaves %j alone and says why', (text, problem) => {
    expect(planJsonEntry(text, wanted, 'add')).toEqual({ after: text, problem: expect.stringMatching(problem) });
    expect(planJsonEntry(text, wanted, 'remove')).toEqual({ after: text, problem: expect.stringMatching(problem) });
  });

  it('keeps a file with comments', () => {
    const text = '{\n  // why\n  "servers": {\n    "cora": {}\n  }\n}\n';
    expect(remove(text)).toContain('// why');
  });
});

describe('planTomlBlock', () => {
  const lines = ['[mcp_servers.cora]', 'command = "npx"'];

  it.each([
    ['nothing', null],
    ['an empty file', ''],
    ['a last line without an end', 'model = "x"'],
    ['other tables', 'model = "x"\n\n[mcp_servers.other]\ncommand = "y"\n'],
    ['comments', '# mine\nmodel = "x" # why\n'],
    ['CRLF', 'model = "x"\r\n'],
  ])('adds behind %s and gives the same bytes back', (_, before) => {
    const after = planTomlBlock(before, lines, 'add').after!;
    expect(after.startsWith(before ?? '')).toBe(true);
    expect(() => parseTOML(after)).not.toThrow();
    expect(planTomlBlock(after, lines, 'add').after).toBe(after);
    expect(planTomlBlock(after, lines, 'remove').after).toBe(before);
  });

  it('leaves an entry of the user, and what it cannot add to', () => {
    const own = '[mcp_servers.cora] # mine\ncommand = "z"\n';
    expect(planTomlBlock(own, lines, 'add')).toEqual({
      after: own,
      problem: expect.stringContaining('starts something else'),
    });
    expect(planTomlBlock(own, lines, 'remove')).toEqual({ after: own, problem: null });
    const inline = 'mcp_servers = { other = { command = "y" } }\n';
    expect(planTomlBlock(inline, lines, 'add')).toEqual({ after: inline, problem: expect.stringMatching(/one line/) });
    expect(planTomlBlock(null, lines, 'remove')).toEqual({ after: null, problem: null });
  });

  it('says how to take out what another version of it, or of Node.js, has written', () => {
    const old = planTomlBlock(null, ['[mcp_servers.cora]', 'command = "older"'], 'add').after!;
    expect(planTomlBlock(old, lines, 'add')).toEqual({
      after: old,
      problem: expect.stringContaining('--remove takes'),
    });
    expect(planTomlBlock(old, lines, 'remove')).toEqual({ after: null, problem: null });
  });

  // It took two minutes while each line was looked at to the end of the file: the test's own limit tells.
  it('reads a file of empty lines or of beginnings without an end in no more time than its length takes', () => {
    const blank = '\n'.repeat(1_500_000);
    expect(planTomlBlock(blank, lines, 'add').after).toContain('[mcp_servers.cora]');
    const torn = '# >>> cora >>>\n'.repeat(300_000);
    expect(planTomlBlock(torn, lines, 'remove')).toEqual({ after: torn, problem: null });
  });
});
