/**
 * Every regular expression of the source takes linear time, or looks at a text that is limited: JavaScript's try each way to divide
 * a text, and most of ours see what a repository, an artifact, a model or a client wrote. scslre finds repetitions that share
 * a character (https://github.com/RunDevelopment/scslre); recheck (npm) found others, which longTexts.test.ts keeps.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { afterAll, expect, it, vi } from 'vitest';
import { ONE_NAME, WORD_CHARACTERS } from '../../src/base/words.ts';
import type { SourceFile } from '../../src/graph/readFiles.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** By file: how many of its patterns are slow, and what limits the text that they see. A new one is rewritten rather than added. */
const LIMITED: Readonly<Record<string, readonly [count: number, limit: string]>> = {
  'ask/citations.ts': [1, 'the end of an answer, as long as a path may be'],
  'share/writePages.ts': [2, '1,000 characters of an address'],
  'share/artifact/githubRelease.ts': [1, '1,000 characters of a template'],
  'chunk/codeCaptures.ts': [1, 'the last names of an expression'],
  'chunk/nestDefinitions.ts': [1, 'blanks that were made one before'],
  'chunk/haskell.ts': [9, '20 lines of 400 characters, lines of 400 or 3,200 characters'],
  'chunk/links.ts': [1, 'lines of 400 characters'],
  'chunk/documentSegments.ts': [7, 'lines of 500 or 1,000 characters'],
  'base/renderText.ts': [1, 'the digits of a number'],
  'git/treeAttributes.ts': [1, 'none: what follows always matches'],
  'freshness/install/planHookFiles.ts': [1, '256 characters of a first line'],
  'search/question/report.ts': [2, 'lines of 80 characters'],
  'search/show/elide.ts': [1, '1,000 characters of a path'],
  'secrets/isRandom.ts': [1, 'values of 400 characters'],
  'secrets/tokens.ts': [1, 'none: it is tried at one place, and matches there'],
  'store/storeFailure.ts': [1, '2,000 characters of a message'],
  'graph/bindingForms.ts': [11, '500 characters beside a name, 2,000 of its statement'],
  'graph/locateMentions.ts': [1, '300 characters of a line, 13 lines'],
  'graph/locateUses.ts': [1, '300 characters before a name'],
  'languages/lineLanguages.ts': [1, 'lines of 400 characters'],
  'languages/c.ts': [1, '500 characters of a line'],
  'languages/go.ts': [1, '300 characters of a line'],
  'languages/jvm.ts': [2, 'lines of 400 characters'],
  'languages/language.ts': [1, 'lines of 400 characters'],
  'languages/python.ts': [1, '300 characters of a line, 13 lines'],
  'languages/scripts.ts': [1, '300 characters of a line'],
  'languages/rust.ts': [1, '500 characters of a line'],
  'base/words.ts': [2, 'none: another branch takes the run'],
};

interface Pattern {
  source: string;
  flags: string;
}

// What a test before this one has loaded is loaded again, and seen.
vi.resetModules();
const made = new Map<string, Pattern[]>();
const Original = globalThis.RegExp;

/** Remembers what our modules put together, by the file that did. */
globalThis.RegExp = new Proxy(Original, {
  construct(target, given: [string | RegExp, string?], newTarget) {
    const pattern = Reflect.construct(target, given, newTarget) as RegExp;
    const line = (new Error().stack ?? '').split('\n')[2] ?? '';
    const file = Original(`${Original('[/\\\\]').source}src/([\\w/]+\\.ts)`).exec(line)?.[1];
    if (file !== undefined) made.set(file, [...(made.get(file) ?? []), pattern]);
    return pattern;
  },
});
afterAll(() => {
  globalThis.RegExp = Original;
});

/** The words that patterns of Unicode are put together of. */
const PARTS: Readonly<Record<string, string>> = { WORD_CHARACTERS, ONE_NAME };

function literals(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visitor = new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    // Those of Unicode are made for the first text that needs them.
    CallExpression: ({ callee, arguments: [plain, whole] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'patternFor') return;
      const isRaw = whole?.type === 'TaggedTemplateExpression';
      const text = isRaw ? whole.quasi : whole;
      if (plain?.type !== 'Literal' || !('regex' in plain) || text?.type !== 'TemplateLiteral')
        throw new Error(`${file}: patternFor is to be called with a pattern and a template`);
      const parts = text.quasis.map(({ value }, at) => {
        const part = text.expressions[at];
        return (isRaw ? value.raw : value.cooked!) + (part?.type === 'Identifier' ? PARTS[part.name]! : '');
      });
      found.push({ source: parts.join(''), flags: `${plain.regex.flags}u` });
    },
  });
  visitor.visit(parseSync(file, readFileSync(join(SRC, file), 'utf8')).program);
  return found;
}

function isSlow({ source, flags }: Pattern): boolean {
  return analyse({ source, flags: flags.replace(/[dy]/g, '') }).reports.length > 0;
}

/** Those that depend on a name are made when somebody asks. */
async function makeThem(): Promise<void> {
  await Promise.all([
    import('../../src/chunk/haskell.ts'),
    import('../../src/chunk/parser.ts'),
    import('../../src/git/skipReasonOf.ts'),
    import('../../src/freshness/init.ts'),
    import('../../src/freshness/initClients.ts'),
    import('../../src/grep/readGrepCall.ts'),
    import('../../src/secrets/redact.ts'),
  ]);
  const { isLocalName, typeOfVariable } = await import('../../src/graph/variables.ts');
  const { readImports } = await import('../../src/graph/siteOf.ts');
  const { maskCode, startsOf } = await import('../../src/graph/readFiles.ts');
  const { indexPaths } = await import('../../src/graph/pathIndex.ts');
  const { citationForms } = await import('../../src/ask/citations.ts');
  const { LANGUAGES } = await import('../../src/languages/languages.ts');
  const { partsOf } = await import('../../src/languages/html.ts');
  const { readHistoryQuestion } = await import('../../src/search/question/readHistoryQuestion.ts');
  const around = [{ name: 'f', kind: 'function' as const, scope: [], startLine: 1, endLine: 3, signature: '' }];
  for (const { name: language } of LANGUAGES) {
    const code = ['f(other) {', 'import a', '}'];
    const row = { chunkId: 'a', text: 'import a from "b"' };
    const reference = { name: 'a', kind: 'import', from: 'b' };
    const lines = { lines: code, code, codeText: code.join('\n'), starts: startsOf(code) };
    const file = { language, ...lines, rows: [row], definitions: around, imports: [{ reference, row }] };
    const source = file as unknown as SourceFile;
    isLocalName(source, around, 'name', 2);
    typeOfVariable(source, around, 'name', 2);
    typeOfVariable(source, [{ ...around[0]!, kind: 'class' }], 'this.name', 2);
    readImports(source, 'a/b.x', indexPaths(['a/b.x']));
    maskCode('x', language);
  }
  citationForms([]).heldFrom('a/b.ts', 0);
  partsOf('<script>a</script>', '<');
  readHistoryQuestion('who wrote the parser?');
}

it('takes linear time, or sees a limited text', async () => {
  await makeThem();
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => relative('.', file).split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file));
  const counts: Record<string, number> = {};
  const slow: string[] = [];
  let all = 0;
  for (const file of files) {
    const patterns = [...literals(file), ...(made.get(file) ?? [])];
    const different = [...new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one])).entries()];
    all += different.length;
    const found = different.filter(([, one]) => isSlow(one)).map(([text]) => text);
    if (found.length > 0) counts[file] = found.length;
    if (found.length > (LIMITED[file]?.[0] ?? 0)) slow.push(...found.map((text) => `${file}: ${text}`));
  }
  expect(slow).toEqual([]);
  expect(counts).toEqual(Object.fromEntries(Object.entries(LIMITED).map(([file, [count]]) => [file, count])));
  expect(all).toBeGreaterThan(1000);
  expect(made.get('graph/variables.ts')!.length).toBeGreaterThan(15);
});
