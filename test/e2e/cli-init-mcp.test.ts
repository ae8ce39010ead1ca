/** `cora init --mcp` as a shell user sees it. */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLI } from '../helpers/runCli.ts';
import { jsonOf, shellIn, shopRepo } from './cliShell.ts';

interface Report {
  clients: { client: string; file: string; action: string; problem: string | null }[];
  dryRun: boolean;
}

describe('cora init --mcp', () => {
  it('shows the changes, writes them for a word, can be repeated, and takes them back', async () => {
    const repo = shopRepo();
    repo.file('.cursor/mcp.json', '{\n  // mine\n  "mcpServers": {}\n}\n');
    const cora = shellIn(repo);
    const asked = await cora(['init', '--mcp']);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toMatch(
      /^cora: Nothing was done, because nobody can be asked here:[\s\S]*\+\+\+ \.mcp\.json[\s\S]*\+ {4}"cora": \{[\s\S]*--yes/,
    );
    expect(existsSync(repo.path('.mcp.json'))).toBe(false);
    const dry = await cora(['init', '--mcp', '--dry-run', '--client', 'vscode']);
    expect(dry.stdout).toMatch(/--- \/dev\/null\n\+\+\+ \.vscode\/mcp\.json\n[\s\S]*would be written/);
    expect(existsSync(repo.path('.vscode/mcp.json'))).toBe(false);
    const written = jsonOf<Report>(await cora(['init', '--mcp', '--yes', '--json']));
    expect(written.clients.map(({ client, action }) => [client, action])).toEqual([
      ['claude-code', 'create'],
      ['cursor', 'change'],
      ['vscode', 'create'],
      ['codex', 'create'],
      ['opencode', 'create'],
    ]);
    expect(readFileSync(repo.path('.cursor/mcp.json'), 'utf8')).toMatch(/\/\/ mine\n[\s\S]*"cora"/);
    expect(JSON.parse(readFileSync(repo.path('.mcp.json'), 'utf8'))).toEqual({
      mcpServers: { cora: { type: 'stdio', command: process.execPath, args: [realpathSync(CLI), 'mcp'] } },
    });
    const again = await cora(['init', '--mcp']);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/claude-code +\.mcp\.json: is there already/),
    });
    const removed = await cora(['init', '--mcp', '--remove', '--yes']);
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringMatching(/codex +\.codex\/config\.toml: deleted/) });
    for (const gone of ['.mcp.json', '.codex', '.vscode']) expect(existsSync(repo.path(gone))).toBe(false);
    expect(readFileSync(repo.path('.cursor/mcp.json'), 'utf8')).toContain('// mine');
    expect(readFileSync(repo.path('.cursor/mcp.json'), 'utf8')).not.toContain('cora');
  });

  it('keeps the paths of this machine out of files that others get, and names an entry that somebody committed', async () => {
    const repo = shopRepo();
    repo.file('.mcp.json', '{\n  "mcpServers": {}\n}\n').commit();
    repo.file('.vscode/mcp.json', '{"servers": {"cora": {"command": "npx", "args": ["-y", "cora-query", "mcp"]}}}\n');
    const cora = shellIn(repo);
    const told = await cora(['init', '--mcp', '--yes', '--client', 'claude-code', '--client', 'vscode']);
    expect(told).toMatchObject({ code: 1, stdout: expect.stringMatching(/\.mcp\.json: is tracked by Git/) });
    expect(told.stdout).toMatch(/\.vscode\/mcp\.json: has an entry "cora" that starts something else/);
    expect(readFileSync(repo.path('.mcp.json'), 'utf8')).not.toContain('cora');
    const forced = await cora(['init', '--mcp', '--yes', '--force', '--client', 'claude-code']);
    expect(forced).toMatchObject({ code: 0, stdout: expect.stringContaining('keep them out of commits') });
    expect(readFileSync(repo.path('.mcp.json'), 'utf8')).toContain(JSON.stringify(process.execPath));
  });

  it('says what it cannot change, and which clients there are', async () => {
    const repo = shopRepo();
    repo.file('.mcp.json', '{ broken');
    const cora = shellIn(repo);
    const broken = await cora(['init', '--mcp', '--yes', '--client', 'claude-code']);
    expect(broken).toMatchObject({ code: 1, stdout: expect.stringMatching(/\.mcp\.json: is not valid JSON/) });
    expect(readFileSync(repo.path('.mcp.json'), 'utf8')).toBe('{ broken');
    const unknown = await cora(['init', '--mcp', '--client', 'emacs']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/no client "emacs"[\s\S]*claude-code/) });
    expect(await cora(['init', '--remove'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/go with --mcp/) });
  });
});
