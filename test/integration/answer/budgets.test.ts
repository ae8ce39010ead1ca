/**
 * A budget holds for what is printed, counted by o200k_base: in each format of `cora query`, in both halves of what the MCP tools
 * answer, over HTTP and in the prompt of `cora ask`. An answer that was cut uses most of its budget.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandContext, readAll } from '../../../src/entry/commandContext.ts';
import { runQuery } from '../../../src/entry/commands/query.ts';
import { type Options, resolveOptions, silentLog } from '../../../src/index.ts';
import { cora } from '../../helpers/cora.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { type ServedApp, servedApp } from '../http/servedApp.ts';
import { type Connection, type ServedMcp, servedMcp } from '../mcp/servedMcp.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUDGETS = [300, 600, 1500, 4000, 8000];
const QUESTIONS = [
  'how are errors reported',
  'where is the configuration read',
  'decode header',
  'выдача книги',
  '检查 锁',
];
/** This project's own sources and documents, and C of a dependency. */
const OWN = [
  { folder: 'src/query', files: /\.ts$/ },
  { folder: 'src/secrets', files: /\.ts$/ },
  { folder: 'src/entry/render', files: /\.ts$/ },
  { folder: 'src/entry/web', files: /\.(?:tsx?|css)$/ },
  { folder: 'docs', files: /\.(?:md|json)$/ },
  { folder: 'bench', files: /\.mjs$/ },
  { folder: 'hooks', files: /./ },
  { folder: 'node_modules/web-tree-sitter/lib', files: /\.[ch]$/ },
];

function material(): TempRepo {
  const repo = tempRepo();
  for (const { folder, files } of OWN)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !files.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      repo.file(path.slice(ROOT.length + 1).replace('node_modules', 'vendored'), readFileSync(path));
    }
  for (let at = 0; at < 40; at++) {
    repo.file(`tools/part${at}.py`, sourceOf('py', at)).file(`server/part${at}.go`, sourceOf('go', at));
    repo.file(`library/Book${at}.java`, javaOf(at)).file(`lock/lock${at}.rs`, rustOf(at));
  }
  repo.commit();
  return repo;
}

function javaOf(at: number): string {
  const methods = Array.from(
    { length: 2 + (at % 5) },
    (_, one) =>
      `  /** Выдача книги номер ${one}: проверяет читателя и записывает срок возврата. */\n  public Optional<Loan> lendBook${one}(Reader reader, int days) {\n    if (reader.openLoans() > ${at}) throw new IllegalStateException("слишком много книг");\n    return Optional.of(new Loan(reader, days + ${one}));\n  }\n`,
  );
  return `package library;\n\nimport java.util.Optional;\n\npublic class Book${at} {\n${methods.join('\n')}}\n`;
}

function rustOf(at: number): string {
  return `//! 锁的实现，第 ${at} 部分。\n\nuse std::sync::Mutex;\n\n/// 检查锁是否已经被别的线程持有，然后等待。\npub fn try_lock_${at}<T: Clone>(held: &Mutex<T>) -> Result<T, String> {\n    match held.lock() {\n        Ok(guard) => Ok(guard.clone()),\n        Err(err) => Err(format!("锁 ${at} 已损坏: {err:?}")),\n    }\n}\n`;
}

interface Counted {
  budget: number;
  tokens: number;
  isCut: boolean;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

/** @param least answers of these that were cut, at least: where nothing is cut nothing is shown */
function expectKept(answers: readonly Counted[], least: number): void {
  const cut = answers.filter(({ isCut }) => isCut).map(({ tokens, budget }) => tokens / budget);
  expect(cut.length).toBeGreaterThanOrEqual(least);
  const used = median(cut);
  expect(used).toBeGreaterThanOrEqual(0.85);
  expect(used).toBeLessThanOrEqual(1);
  const over = answers.filter(({ tokens, budget }) => tokens > 1.05 * budget);
  expect(over.slice(0, over.length - Math.floor(0.01 * answers.length))).toEqual([]);
}

describe('a budget, counted by o200k_base', () => {
  const all: Counted[] = [];
  let repo: TempRepo;
  let app: ServedApp;
  let mcp: ServedMcp;
  let client: Connection;
  let calls = 0;

  beforeAll(async () => {
    repo = material();
    await cora(repo).index();
    const given = { repo, outside: tempDir() };
    [app, mcp] = [await servedApp(given), await servedMcp(given)];
    client = mcp.connect();
  });
  afterAll(async () => {
    await client.close();
    await mcp.close();
    await app.close();
    app.server.close();
  });

  const printed = async (question: string, flags: Options): Promise<string> => {
    let text = '';
    const context: CommandContext = {
      command: 'query',
      words: [question],
      options: resolveOptions({ jobs: 0, embedder: 'hash', ...flags }, {}, null),
      askedLimit: undefined,
      settle: () => ({}),
      directives: [],
      surroundings: { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog },
      stdout: {
        write: (piece) => {
          text += piece;
        },
      },
      stderr: { write: () => undefined },
      stdin: process.stdin,
      signal: new AbortController().signal,
    };
    await runQuery(context);
    return text;
  };

  it.each(['text', 'json', 'jsonl', 'markdown', 'xml'])('cora query --format %s', async (format) => {
    const answers: Counted[] = [];
    for (const question of QUESTIONS)
      for (const budget of BUDGETS) {
        const text = await printed(question, { format, budget, limit: 200 });
        answers.push({ budget, tokens: countTokens(text), isCut: true });
      }
    console.log(format, answers.map(({ budget, tokens }) => `${budget}:${(tokens / budget).toFixed(2)}`).join(' '));
    all.push(...answers);
  });

  const TOOLS: [string, Record<string, unknown>[]][] = [
    ['search', QUESTIONS.flatMap((query) => ['markdown', 'xml', 'json'].map((format) => ({ query, format, k: 50 })))],
    ['grep', [{ pattern: 'import', context: 2 }, { pattern: 'return' }, { pattern: '锁' }]],
    ['symbols', [{ name: 'props' }, { name: 'text' }]],
    ['references', [{ name: 'estimateTokens' }, { name: 'CoraError' }]],
    ['related', [{ path: 'src/query/assemble.ts', line: 40, k: 50 }]],
    ['read', [{ path: 'docs/search.md' }, { path: 'src/secrets/redact.ts' }, { path: 'docs/cora.config.schema.json' }]],
  ];

  it.each(TOOLS)('the tool %s of MCP, the longer half', async (name, asked) => {
    const answers: Counted[] = [];
    for (const given of asked)
      for (const budget of BUDGETS) {
        const id = ++calls;
        const params = { name, arguments: { ...given, budget } };
        client.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
        const { result } = await client.answerTo(id);
        const { content, structuredContent } = result as {
          content: { text: string }[];
          structuredContent: { truncated: boolean; fewer?: string };
        };
        const tokens = Math.max(countTokens(content[0]!.text), countTokens(JSON.stringify(structuredContent)));
        answers.push({ budget, tokens, isCut: structuredContent.truncated });
      }
    console.log(name, answers.map(({ budget, tokens, isCut }) => `${budget}:${(tokens / budget).toFixed(2)}${isCut}`).join(' '));
    all.push(...answers);
  });
});
