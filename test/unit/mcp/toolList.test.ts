/** What a client is told of the tools: within its budget, closed to unknown arguments, with the nearest right one in an error. */

import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { listedTool, readArguments, TOOL_LIST, TOOL_NAMES, type ToolName } from '../../../src/mcp/toolList.ts';

const MOST_TOKENS = 2000;

describe('the list of tools', () => {
  it('costs a session 2,000 tokens at most', () => {
    const list = JSON.stringify({ tools: TOOL_NAMES.map((name) => listedTool(name)) });
    expect(list.length / 3.5).toBeLessThanOrEqual(MOST_TOKENS);
    expect(countTokens(list)).toBeLessThanOrEqual(MOST_TOKENS);
  });

  it.each(TOOL_NAMES)('lists of %s closed arguments of one type each, no limits and no output', (name) => {
    const listed = listedTool(name);
    expect(Object.keys(listed)).toEqual(['name', 'title', 'description', 'inputSchema', 'annotations']);
    expect(listed.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const property of Object.values(listed.inputSchema.properties ?? {}))
      expect(property).toEqual({
        type: expect.stringMatching(/^(string|integer|boolean)$/),
        ...(typeof property === 'object' && 'description' in property ? { description: expect.any(String) } : {}),
        ...(typeof property === 'object' && 'enum' in property ? { enum: expect.any(Array) } : {}),
      });
  });

  it.each(TOOL_NAMES)('docs/agents.md names every argument of %s, and no other', (name) => {
    const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
    const [, args = ''] = new RegExp(`^\\| \`${name}\` \\| [^|]* \\| (.*) \\|$`, 'm').exec(page) ?? [];
    const named = [...args.matchAll(/`(\w+)`/g)].map(([, arg]) => arg!);
    expect(named.sort()).toEqual(Object.keys(TOOL_LIST[name].input.shape).sort());
  });
});

describe('arguments', () => {
  it.each<[ToolName, object, string]>([
    ['read', { path: 'a.ts', startLine: 3 }, 'read has no argument "startLine": did you mean "lines"?'],
    ['read', { file: 'a.ts' }, 'read needs "path".\nread has no argument "file": did you mean "path"?'],
    ['search', { query: 'x', limit: 3 }, 'search has no argument "limit": did you mean "k"?'],
    ['search', { query: 'x', langage: 'go' }, 'search has no argument "langage": did you mean "language"?'],
    ['search', { question: 'x' }, 'search needs "query".\nsearch has no argument "question": did you mean "query"?'],
    ['search', { query: 'x', k: 'many' }, 'search: "k": '],
    ['references', { name: 'x', direction: 'caller' }, 'did you mean "callers"?'],
    ['grep', { pattern: 'x', zzz: 1 }, 'grep has no argument "zzz". It takes pattern, fixed,'],
    ['status', { path: 'x' }, 'status has no argument "path". It takes repository, since.'],
  ])('of %s: %j is answered with the right one', (name, given, words) => {
    expect(readArguments(name, given)).toEqual({ wrong: expect.stringContaining(words) });
  });

  it.each([{}, null, undefined, [], 'x', 7])('may be none, or odd: %j', (given) => {
    const read = readArguments('status', given);
    expect('args' in read || read.wrong.length > 0).toBe(true);
  });

  it('may be lists where a text is listed', () => {
    const given = { query: 'x', path: ['a/**', 'b/**'], language: 'go' };
    expect(readArguments('search', given)).toEqual({ args: given });
  });
});
