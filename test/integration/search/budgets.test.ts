/**
 * A budget holds for what is printed, counted by o200k_base: in each format of `cora query`, in both halves of what the MCP tools
 * answer, over HTTP and in the prompt of `cora ask`. An answer that was cut uses most of its budget.
 */

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askRequestOf } from '../../../src/ask/ask.ts';
import { silentLog } from '../../../src/base/log.ts';
import { runQuery } from '../../../src/cli/commands/query.ts';
import type { CommandContext } from '../../../src/settings/commandContext.ts';
import type { Flags } from '../../../src/settings/options.ts';
import { answerSettings, searchSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { isSlow, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { modelOf } from '../ask/askRepo.ts';
import { type Connection, type ServedMcp, STRUCTURED, servedMcp } from '../mcp/servedMcp.ts';
import { type ServedApp, servedApp } from '../server/servedApp.ts';

const BUDGETS = [600, 1500, 3000];
const ALL = ['how are errors reported', 'decode header', 'where does a node end', 'выдача книги', '检查 锁'];
const QUESTIONS = isSlow ? ALL : ALL.filter((_, at) => at % 2 === 0);
/** Sources of dependencies, which the lock file holds still. */
const VENDORED = [
  { folder: 'zod/src/v4/core', files: /^(?:doc|errors|parse|registries|util|versions)\.ts$/ },
  { folder: 'preact/src', files: /\.js$/ },
  { folder: 'web-tree-sitter/lib', files: /^(?:language|lexer|node|stack|subtree|tree|tree_cursor)\.[ch]$/ },
  ...['fast-check', 'hono', 'yaml'].map((folder) => ({ folder, files: /^README\.md$/ })),
];

function material(): TempRepo {
  const repo = tempRepo();
  for (const { folder, files } of VENDORED) {
    const dir = join(import.meta.dirname, '../../../node_modules', folder);
    for (const name of readdirSync(dir).filter((one) => files.test(one)))
      repo.file(`${folder}/${name}`, readFileSync(join(dir, name)));
  }
  for (let at = 0; at < 40; at++) {
    repo.file(`tools/part${at}.py`, sourceOf('py', at)).file(`server/part${at}.go`, sourceOf('go', at));
    repo.file(`library/Book${at}.java`, javaOf(at)).file(`lock/lock${at}.rs`, rustOf(at));
  }
  repo.commit();
  return repo;
}

const DEEDS = ['Выдача', 'Проверка', 'Возврат', 'Удаление', 'Поиск', 'Запись', 'Оценка'];
const THINGS = [
  'книги',
  'читателя',
  'срока',
  'полки',
  'штрафа',
  'каталога',
  'автора',
  'отзыва',
  'зала',
  'билета',
  'склада',
];

function javaOf(at: number): string {
  const methods = Array.from({ length: 2 + (at % 5) }, (_, one) => {
    const [deed, thing] = [DEEDS[(at + one) % DEEDS.length], THINGS[(at * 3 + one) % THINGS.length]];
    const checks = Array.from(
      { length: 1 + ((at * 7 + one) % 9) },
      (__, step) =>
        `    if (reader.count${step}() > ${at}) throw new IllegalStateException("${thing}: шаг ${step}");\n`,
    );
    return `  /** ${deed} ${thing}: проверяет читателя и записывает срок. */\n  public Loan lendBook${one}(Reader reader) {\n${checks.join('')}    return new Loan(reader, ${at + one});\n  }\n`;
  });
  return `package library;\n\npublic class Book${at} {\n${methods.join('\n')}}\n`;
}

const WAITS = [
  '然后等待',
  '否则立即返回',
  '并且记录时间',
  '不会阻塞调用者',
  '超过期限就放弃',
  '出错时重新尝试',
  '最后释放资源',
];
const HOLDERS = ['线程', '进程', '任务', '连接', '事务', '会话', '读者', '写者', '调度器', '缓存', '日志'];

function rustOf(at: number): string {
  const steps = Array.from({ length: 2 + (at % 4) }, (_, one) => {
    const [holder, wait] = [HOLDERS[(at * 3 + one) % HOLDERS.length], WAITS[(at + one) % WAITS.length]];
    return `/// 检查锁是否已经被别的${holder}持有，${wait}。\npub fn try_${one}_lock_${at}<T: Clone>(held: &Mutex<T>) -> Result<T, String> {\n    match held.lock() {\n        Ok(guard) => Ok(guard.clone()),\n        Err(err) => Err(format!("锁 ${at} 已损坏: {err:?}")),\n    }\n}\n`;
  });
  return `//! 锁的实现，第 ${at} 部分。\n\nuse std::sync::Mutex;\n\n${steps.join('\n')}`;
}

interface Counted {
  budget: number;
  tokens: number;
  /** Something is missing that a larger budget shows. */
  isCut: boolean;
}

/** So large that it cuts nothing here. */
const LARGEST = 100_000;

/** An answer says how long it took: that is no difference. */
const withoutTimes = (text: string): string => text.replace(/"tookMs": ?[\d.]+|, [\d.]+ (?:ms|s)$/gm, '');

/** @param answer returns what is printed for a budget; of several texts any one is what a model may be shown */
async function countedFor(answer: (budget: number) => Promise<string[]>): Promise<Counted[]> {
  const whole = (await answer(LARGEST)).map(withoutTimes).join('');
  const counted: Counted[] = [];
  for (const budget of BUDGETS) {
    const texts = await answer(budget);
    const tokens = Math.max(...texts.map((text) => countTokens(text)));
    counted.push({ budget, tokens, isCut: texts.map(withoutTimes).join('') !== whole });
  }
  return counted;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

/** @param least the minimum number of answers that were cut: the others show nothing */
function expectKept(answers: readonly Counted[], least: number): void {
  const cut = answers.filter(({ isCut }) => isCut).map(({ tokens, budget }) => tokens / budget);
  expect(cut.length).toBeGreaterThanOrEqual(least);
  const used = median(cut);
  expect(used).toBeGreaterThanOrEqual(0.85);
  expect(used).toBeLessThanOrEqual(1);
  expect(answers.filter(({ tokens, budget }) => tokens > 1.05 * budget)).toEqual([]);
}

describe('a budget, counted by o200k_base', () => {
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

  let code = 0;
  const printed = async (question: string, flags: Flags, warnings: string[] = []): Promise<string> => {
    let text = '';
    const context: CommandContext = {
      command: 'query',
      words: [question],
      options: resolveOptions({ jobs: 0, embedder: 'hash', ...flags }, {}, null),
      askedLimit: undefined,
      askedHistory: undefined,
      settle: () => resolveOptions({}, {}, null),
      directives: [],
      surroundings: {
        dir: repo.dir,
        env: repo.env,
        cacheDir: tempDir(),
        log: { ...silentLog, warn: (text) => void warnings.push(text) },
      },
      stdout: {
        write: (piece) => {
          text += piece;
        },
      },
      stderr: { write: () => undefined },
      stdin: process.stdin,
      signal: new AbortController().signal,
    };
    code = await runQuery(context);
    return text;
  };

  const call = async (name: string, given: object, _meta: object = STRUCTURED) => {
    const id = ++calls;
    const params = { name, arguments: given, _meta };
    client.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    return (await client.answerTo(id)).result as {
      content: { text: string }[];
      structuredContent: Record<string, unknown>;
    };
  };

  it.each(shareOf(['text', 'json', 'jsonl', 'markdown', 'xml'], 5))(
    'holds in cora query --format %s',
    async (format) => {
      const answers: Counted[] = [];
      for (const question of QUESTIONS)
        answers.push(...(await countedFor(async (budget) => [await printed(question, { format, budget })])));
      expectKept(answers, QUESTIONS.length + 1);
    },
  );

  /** Tool, answers that are cut at least, arguments of its calls. */
  const TOOLS: [string, number, Record<string, unknown>[]][] = [
    ['search', 2 * QUESTIONS.length, QUESTIONS.map((query) => ({ query, k: 50 }))],
    ['grep', 6, [{ pattern: 'import', context: 2 }, { pattern: 'return', ignoreCase: true }, { pattern: '锁' }]],
    ['symbols', 2, [{ name: 'path' }, { name: 'lendBook0' }]],
    ['references', 4, [{ name: 'ts_node_start_byte' }, { name: 'Reader' }, { name: 'array_get' }]],
    [
      'related',
      2,
      [
        { path: 'web-tree-sitter/lib/node.c', line: 50, k: 50 },
        { path: 'library/Book3.java', k: 50 },
      ],
    ],
    [
      'read',
      6,
      [{ path: 'yaml/README.md' }, { path: 'zod/src/v4/core/util.ts' }, { path: 'web-tree-sitter/lib/node.c' }],
    ],
  ];

  slow.it('holds in what /search answers over HTTP', async () => {
    app.server.listen(0, '127.0.0.1');
    await once(app.server, 'listening');
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/search`;
    const answers: Counted[] = [];
    for (const query of QUESTIONS)
      answers.push(
        ...(await countedFor(async (budget) => {
          const body = JSON.stringify({ query, budget, k: 50 });
          const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
          expect(response.status).toBe(200);
          return [await response.text()];
        })),
      );
    expectKept(answers, 7);
  });

  slow.it('holds in the prompt of cora ask and /query', async () => {
    const searcher = await cora(repo).searcher();
    const answers: Counted[] = [];
    for (const question of QUESTIONS)
      answers.push(
        ...(await countedFor(async (budget) => {
          const options = resolveOptions({ jobs: 0, embedder: 'hash', budget, limit: 50 }, {}, null);
          const model = modelOf('Yes.');
          for await (const event of ask(
            searcher,
            model,
            askRequestOf(question, searchSettings(options), answerSettings(options), 50),
          ))
            expect(event).toBeDefined();
          const { system, prompt } = model.asked[0]!;
          return [`${system}\n${prompt}`];
        })),
      );
    searcher.close();
    expectKept(answers, 7);
  });

  it.each(shareOf(TOOLS, 6))(
    'holds in the text and in both halves of what the tool %s of MCP answers',
    async (name, least, asked) => {
      const answers: Counted[] = [];
      for (const given of asked)
        answers.push(
          ...(await countedFor(async (budget) => {
            const { content, structuredContent } = await call(name, { ...given, budget });
            const alone = await call(name, { ...given, budget }, {});
            expect(alone).not.toHaveProperty('structuredContent');
            return [content[0]!.text, JSON.stringify(structuredContent), alone.content[0]!.text];
          })),
        );
      expectKept(answers, least);
    },
  );

  slow.it('says so where not even one result fits, and how much would', async () => {
    const warnings: string[] = [];
    expect(await printed(QUESTIONS[0]!, { format: 'jsonl', budget: 100 }, warnings)).toBe('');
    expect(warnings).toEqual([
      expect.stringMatching(/^No result fits into a budget of 100 tokens: the first(?: of \d+)? takes/),
    ]);
    for (const format of ['text', 'json', 'markdown', 'xml']) {
      const none = (await printed(QUESTIONS[0]!, { format, budget: 10 })).replace(/\s+/g, ' ');
      const [, least] = /No result fits into a budget of 10 tokens: the first(?: of \d+)? takes (\d+)\./.exec(none)!;
      expect(code).toBe(1);
      // The time that it took is printed too.
      const shown = await printed(QUESTIONS[0]!, { format, budget: Number(least) + 2 });
      expect({ code, fits: !/No result fits/.test(shown) }).toEqual({ code: 0, fits: true });
    }
    const long = { pattern: 'return', context: 20, budget: 300 };
    const { content, structuredContent } = await call('grep', long);
    expect(structuredContent).toMatchObject({
      hits: [],
      truncated: true,
      next: 'Next: the same with a larger budget.',
    });
    const [, needed] = /^The first of \d+ does not fit into the budget of 300 tokens: it takes (\d+)\.\n/.exec(
      content[0]!.text,
    )!;
    expect((await call('grep', { ...long, budget: Number(needed) })).structuredContent['hits']).toHaveLength(1);
    const { content: refused } = await call('search', { query: 'x', budget: 299 });
    expect(refused[0]!.text).toContain('A budget is 300 tokens or more: fewer have no room for an answer.');
  });
});
