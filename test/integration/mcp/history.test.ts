/** What the tool search says of the history: the same as text and as data, within its budget, beside code and without any. */

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { type Connection, type ServedMcp, STRUCTURED, servedMcp } from './servedMcp.ts';

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
  structuredContent: {
    notice?: string;
    results: unknown[];
    gitContext?: {
      matching: { subject: string }[];
      recent: { subject: string }[];
      commit: { diff: string } | null;
    };
  };
}

const LEDGER = `export function parseLedger(text: string): string[] {
  const rows: string[] = [];
  for (const line of text.split(',')) {
    if (line.length > 3) rows.push(line.trim());
  }
  return rows;
}
`;

describe('search over MCP', () => {
  let repo: TempRepo;
  let mcp: ServedMcp;
  let client: Connection;
  let calls = 0;

  beforeAll(async () => {
    repo = tempRepo();
    for (let at = 0; at < 5; at++) repo.file(`copies/${at}.ts`, LEDGER);
    repo.commit('Copies');
    for (let at = 0; at < 12; at++)
      repo.file(`src/retry${at}.ts`, `export const retry${at} = ${at};\n`).commit(`Retry number ${at}`);
    repo.git('tag', 'v1.2', 'HEAD~3');
    repo.git('tag', 'v1.3');
    await cora(repo).index();
    mcp = await servedMcp({ repo, outside: tempDir() });
    client = mcp.connect();
  });
  afterAll(async () => {
    await client.close();
    await mcp.close();
  });

  const call = async (name: string, given: object): Promise<ToolResult> => {
    const id = ++calls;
    client.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: given, _meta: STRUCTURED },
      }),
    );
    return (await client.answerTo(id)).result as unknown as ToolResult;
  };

  it('has the commits in both halves', async () => {
    const { content, structuredContent } = await call('search', { query: 'the latest commit' });
    expect(content[0]!.text).toContain('Retry number 11');
    const { recent, commit } = structuredContent.gitContext!;
    expect(recent.map(({ subject }) => subject)).toContain('Retry number 11');
    expect(commit!.diff).toContain('+export const retry11 = 11;');
  });

  it('has them where no code is found', async () => {
    const { content, structuredContent } = await call('search', { query: 'the latest commit', path: 'nosuch/**' });
    expect(content[0]!.text).toMatch(/Retry number 11[\s\S]*No file matches the path nosuch/);
    expect(structuredContent).toMatchObject({ results: [], notice: expect.stringContaining('No file matches') });
    expect(structuredContent.gitContext!.recent).toHaveLength(10);
  });

  it.each([{}, { path: 'nosuch/**' }])('keeps its budget: %j', async (more) => {
    for (const budget of [300, 400, 600, 1000]) {
      const { content, structuredContent } = await call('search', { query: 'what changed?', budget, ...more });
      for (const text of [content[0]!.text, JSON.stringify(structuredContent)])
        expect(countTokens(text)).toBeLessThanOrEqual(1.05 * budget);
      expect(content[0]!.text).not.toContain('There is no commit');
    }
  });

  it('says why a result is there, and where the same lines are, in both halves', async () => {
    const { content, structuredContent } = await call('search', { query: 'parseLedger rows', path: 'copies/**' });
    const [hit] = structuredContent.results as { reasons: string; path: string; identical: { path: string }[] }[];
    expect(hit).toMatchObject({ reasons: expect.stringMatching(/^parse, ledger, rows; symbol/), moreIdentical: 1 });
    expect(hit!.identical).toHaveLength(3);
    expect(hit!.identical[0]).toEqual({ path: expect.stringMatching(/^copies\/\d\.ts$/), startLine: 1, endLine: 7 });
    expect(content[0]!.text).toContain(`— ${hit!.reasons}; identical: \`${hit!.identical[0]!.path}:1-7\``);
  });

  it('gives hints of the error itself', async () => {
    const bad = await call('search', { query: 'what changed between v1.2 and v9.9' });
    expect(bad).toMatchObject({ isError: true });
    expect(bad.content[0]!.text).toMatch(/no revision 'v9\.9' here\.\nthe newest tags are v1\.3, v1\.2;/);
    const numbers = await call('search', { query: 'which commits changed retry from 1 to 5' });
    expect(numbers.isError).toBeUndefined();
    expect(numbers.structuredContent.results.length).toBeGreaterThan(0);
    const said = async (name: string, given: object) => (await call(name, given)).content[0]!.text;
    expect(await said('read', { path: 'src/retry1.ts', revision: 'v1.20' })).toContain('did you mean v1.3 or v1.2?');
    expect(await said('read', { path: 'src/retry1.ts', revision: 'v1' })).toContain('did you mean v1.3 or v1.2?');
    expect(await said('search', { query: 'retry', path: 'src/[z-a].ts' })).not.toContain('set fixed');
    expect(await said('read', { path: 'HEAD~1:src/retry1.ts' })).toMatch(
      /before it is an argument of its own \(revision\)$/,
    );
    expect(await said('grep', { pattern: '(' })).toMatch(/with fixed=true|set fixed to true/);
  });
});
