/** `cora init --agents` and the hook that it installs, as a shell user and an agent see them. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';

interface Report {
  agents: { agents: string[]; file: string; action: string; problem: string | null }[];
  dryRun: boolean;
}

const FILES = [
  '.claude/skills/cora/SKILL.md',
  '.claude/rules/cora.md',
  '.agents/skills/cora/SKILL.md',
  'AGENTS.md',
  '.cursor/rules/cora.mdc',
  '.github/instructions/cora.instructions.md',
];
const HOOK = '.claude/settings.local.json';

/** Every file and folder of a working tree with its bytes and mode. */
function bytesOf(repo: TempRepo): Record<string, string> {
  const names = readdirSync(repo.dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^\.git(?:\/|$)/.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => {
      const found = lstatSync(repo.path(name));
      return [name, found.isFile() ? `${found.mode}\n${readFileSync(repo.path(name), 'latin1')}` : String(found.mode)];
    }),
  );
}

describe('cora init --agents', () => {
  it('shows the changes, writes them for a word, can be repeated, and leaves the bytes as they were', async () => {
    const repo = shopRepo();
    repo.file('AGENTS.md', '# Rules\r\nBe kind.');
    repo.file(HOOK, '{\n  // mine\n  "hooks": {}\n}\n');
    repo.file('.github/workflows/ci.yml', 'on: push\n');
    repo.commit();
    const before = bytesOf(repo);
    const cora = shellIn(repo);
    const asked = await cora(['init', '--agents', '--hook']);
    expect(asked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/SKILL\.md[\s\S]*--yes/) });
    const dry = await cora(['init', '--agents', '--hook', '--dry-run', '--force']);
    expect(dry.stdout).toMatch(/\+\+\+ \.claude\/settings\.local\.json\n[\s\S]*hooks offer[\s\S]*would be changed/);
    expect(bytesOf(repo)).toEqual(before);
    const written = jsonOf<Report>(await cora(['init', '--agents', '--hook', '--force', '--yes', '--json']));
    expect(written.agents.map(({ file, action }) => [file.slice(repo.dir.length + 1), action])).toEqual([
      ...FILES.map((name) => [name, name === 'AGENTS.md' ? 'change' : 'create']),
      [HOOK, 'change'],
    ]);
    expect(readFileSync(repo.path('AGENTS.md'), 'utf8')).toMatch(/^# Rules\r\nBe kind\.\r\n<!-- >>> cora >>> -->\r\n/);
    const after = bytesOf(repo);
    expect((await cora(['init', '--agents', '--hook', '--force', '--yes'])).stdout).toContain('is there already');
    expect(bytesOf(repo)).toEqual(after);
    expect(await cora(['init', '--agents', '--remove', '--yes'])).toMatchObject({ code: 0 });
    expect(bytesOf(repo)).toEqual(before);
  });

  it('takes a list of agents, and says who else reads a file', async () => {
    const repo = shopRepo();
    const cora = shellIn(repo);
    const { agents } = jsonOf<Report>(
      await cora(['init', '--agents', '--client', 'codex', '--client', 'cursor', '--yes', '--json']),
    );
    expect(agents.map(({ file }) => file.slice(repo.dir.length + 1))).toEqual([FILES[2], FILES[3], FILES[4]]);
    expect(agents[0]!.agents).toEqual(['codex', 'cursor', 'opencode', 'copilot']);
    expect(existsSync(repo.path('.claude'))).toBe(false);
    const unknown = await cora(['init', '--agents', '--client', 'emacs']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/no agent "emacs"[\s\S]*copilot/) });
    expect(await cora(['init', '--hook'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--agents') });
  });

  it('writes settings and instructions in one go, each for those that have them', async () => {
    const cora = shellIn(shopRepo());
    const both = await cora([
      'init',
      '--mcp',
      '--agents',
      '--client',
      'vscode',
      '--client',
      'copilot',
      '--yes',
      '--json',
    ]);
    const report = jsonOf<Report & { clients: { client: string }[] }>(both);
    expect(report.clients.map(({ client }) => client)).toEqual(['vscode']);
    expect(report.agents.map(({ agents }) => agents.at(-1))).toEqual(['copilot', 'copilot']);
    expect(await cora(['init', '--mcp', '--agents', '--client', 'emacs'])).toMatchObject({ code: 2 });
  });

  it('leaves a file of programs that Git tracks alone, and a text that a person has changed', async () => {
    const repo = shopRepo();
    repo.file(HOOK, '{}\n').commit();
    repo.file(FILES[1]!, '# mine\n');
    const told = await shellIn(repo)(['init', '--agents', '--hook', '--client', 'claude-code', '--yes']);
    expect(told).toMatchObject({ code: 1, stdout: expect.stringMatching(/settings\.local\.json: is tracked by Git/) });
    expect(told.stdout).toMatch(/rules\/cora\.md: is there with another text/);
    expect(readFileSync(repo.path(HOOK), 'utf8')).toBe('{}\n');
    expect(readFileSync(repo.path(FILES[1]!), 'utf8')).toBe('# mine\n');
  });

  it.each([...FILES, HOOK])('writes nothing through links on the way to %s', async (name) => {
    const parts = name.split('/');
    for (const depth of parts.keys()) {
      const repo = shopRepo();
      const outside = tempDir();
      const link = parts.slice(0, depth + 1).join('/');
      mkdirSync(join(repo.dir, parts.slice(0, depth).join('/')), { recursive: true });
      symlinkSync(outside, repo.path(link));
      for (const more of [[], ['--remove']]) {
        const told = await shellIn(repo)(['init', '--agents', '--hook', '--yes', ...more]);
        expect(told).toMatchObject({ code: 1, stdout: expect.stringContaining('a link, and what it leads to') });
      }
      expect(readdirSync(outside), link).toEqual([]);
    }
  });
});

describe('cora hooks offer', () => {
  const offered = async (repo: TempRepo, tool: string, input: object) => {
    const told = JSON.stringify({ tool_name: tool, tool_input: input, cwd: repo.dir, hook_event_name: 'PreToolUse' });
    const { code, stdout, stderr } = await shellIn(repo)(['hooks', 'offer'], { input: told });
    expect([code, stderr]).toEqual([0, '']);
    return stdout === '' ? null : (JSON.parse(stdout).hookSpecificOutput as Record<string, string>);
  };

  it('answers a grep through files with the likeliest places, and lets all else go without a word', async () => {
    const repo = await indexed(shopRepo());
    const found = await offered(repo, 'Bash', { command: 'grep -rn "class Cart" src | head' });
    expect(found).toMatchObject({ hookEventName: 'PreToolUse' });
    expect(found!['additionalContext']).toMatch(/likeliest places.*\nsrc\/cart\.ts:4-16 class Cart$/m);
    expect(found).not.toHaveProperty('permissionDecision');
    expect((await offered(repo, 'Grep', { pattern: 'discount|refund' }))!['additionalContext']).toContain(
      'docs/guide.md',
    );
    const message = await offered(repo, 'Bash', { command: 'rg "no price for"' });
    expect(message!['additionalContext']).toMatch(/\nsrc\/price\.ts:3-7 function priceOf$/m);
    const only = await offered(repo, 'Bash', { command: 'rg "write" tools' });
    expect(only!['additionalContext']!.split('\n').slice(1)).toEqual(['tools/report.py:1-5 function write_report']);
    for (const [tool, input] of [
      ['Bash', { command: 'npm test' }],
      ['Bash', { command: 'grep -n Cart src/cart.ts' }],
      ['Bash', { command: 'cat src/cart.ts | grep Cart' }],
      ['Bash', { command: 'rg "class Cart" nowhere' }],
      ['Bash', { command: 'rg "class Cart" ../elsewhere' }],
      ['Grep', { pattern: 7 }],
      ['Edit', { file_path: 'src/cart.ts' }],
      ['Bash', null],
    ] as const)
      expect(await offered(repo, tool, input as object), JSON.stringify(input)).toBeNull();
  });

  it('names a definition once, however many of its parts are found', async () => {
    const repo = shopRepo();
    const lines = Array.from({ length: 200 }, (_, at) => `    ledger.settle(row_${at}, ledger.rate_of(${at}))\n`);
    repo.file('tools/ledger.py', `def settle_ledger(ledger):\n${lines.join('')}`).commit();
    const found = await offered(await indexed(repo), 'Grep', { pattern: 'settle_ledger' });
    const places = found!['additionalContext']!.split('\n').slice(1);
    expect(places).toEqual(['tools/ledger.py:1-201 function settle_ledger']);
  });

  it('says nothing without an index, outside of a repository, and to what is no JSON', async () => {
    const repo = shopRepo();
    expect(await offered(repo, 'Bash', { command: 'grep -rn "class Cart" src' })).toBeNull();
    expect(await offered({ ...repo, dir: tempDir() } as TempRepo, 'Grep', { pattern: 'Cart' })).toBeNull();
    for (const input of ['', 'x', '[]', '{"tool_name":"Grep"}', `${'['.repeat(100_000)}`])
      expect(await shellIn(repo)(['hooks', 'offer'], { input })).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('is the command that the settings of Claude Code start', async () => {
    const repo = await indexed(shopRepo());
    await shellIn(repo)(['init', '--agents', '--hook', '--yes', '-q']);
    const { hooks } = JSON.parse(readFileSync(repo.path(HOOK), 'utf8'));
    const [{ matcher, hooks: commands }] = hooks.PreToolUse;
    expect('Grep').toMatch(new RegExp(`^(?:${matcher})$`));
    const input = JSON.stringify({ tool_name: 'Grep', tool_input: { pattern: 'priceOf' }, cwd: repo.dir });
    const out = execFileSync('sh', ['-c', commands[0].command], { cwd: tempDir(), env: repo.env, input });
    expect(JSON.parse(out.toString()).hookSpecificOutput.additionalContext).toContain('src/price.ts');
    // Whatever is wrong with Cora, the agent's grep goes on: 2 would stop it.
    for (const command of [commands[0].command, commands[0].command.replaceAll(/\S+cli\.js'?/g, '/gone/cli.js')]) {
      const env = { ...repo.env, CORA_BUDGET: 'wrong' };
      const { status } = spawnSync('sh', ['-c', command], { cwd: repo.dir, env, input });
      expect(status, command).toBe(0);
    }
  });
});
