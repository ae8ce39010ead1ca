/** What `cora init --agents` plans for each file, and that taking it out leaves no byte behind. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AGENT_FILES, AGENTS } from '../../../src/freshness/init.ts';
import { planJsonEntry } from '../../../src/freshness/install/planJsonEntry.ts';
import fc from '../../helpers/fastCheck.ts';

const own = AGENT_FILES.filter(({ name }) => name !== 'AGENTS.md');
const shared = AGENT_FILES.find(({ name }) => name === 'AGENTS.md')!;

describe('a file that is Cora’s alone', () => {
  it.each(own.map((file) => [file.name, file] as const))('%s is written, stays, and goes', (_, { plan }) => {
    const text = plan(null, 'add').after!;
    expect(plan(text, 'add')).toEqual({ after: text, problem: null });
    expect(plan(text, 'remove')).toEqual({ after: null, problem: null });
    expect(plan(text.replaceAll('\n', '\r\n'), 'remove')).toEqual({ after: null, problem: null });
    expect(plan(null, 'remove')).toEqual({ after: null, problem: null });
  });

  it('is replaced where another version wrote it, and kept where a person changed it', () => {
    const { plan } = own[0]!;
    const body = 'what an older version said\n';
    const older = `${body}\n<!-- cora: ${createHash('sha256').update(body).digest('hex').slice(0, 16)} -->\n`;
    expect(plan(older, 'add').after).toBe(plan(null, 'add').after);
    expect(plan(older, 'remove')).toEqual({ after: null, problem: null });
    const changed = plan(null, 'add').after!.replace('Cora', 'Nora');
    expect(plan(changed, 'add')).toEqual({ after: changed, problem: expect.stringContaining('stays as it is') });
    expect(plan(changed, 'remove')).toEqual({ after: changed, problem: expect.stringContaining('delete it yourself') });
    expect(plan('# mine\n', 'remove')).toEqual({ after: '# mine\n', problem: null });
  });

  it('has a skill as agents read it: a head with its name and what it is for', () => {
    for (const { name, plan } of own.filter((file) => file.name.endsWith('SKILL.md'))) {
      const [, head] = /^---\n(.*?)\n---\n/s.exec(plan(null, 'add').after!)!;
      expect(name).toContain('/skills/cora/');
      expect(head).toMatch(/^name: cora\ndescription: .{1,1024}$/);
      // A colon with a blank would end the text in YAML.
      expect(head!.slice(head!.indexOf('description: ') + 13)).not.toMatch(/: | #/);
    }
  });

  it('names no program and no path of this machine', () => {
    for (const { plan } of AGENT_FILES) expect(plan(null, 'add').after).not.toMatch(/\/(?:home|usr|tmp|opt)\b|node /);
  });

  it('is there for every agent', () => {
    for (const agent of AGENTS) expect(AGENT_FILES.filter(({ agents }) => agents.includes(agent)).length).toBe(2);
  });
});

describe('lines in AGENTS.md', () => {
  const { plan } = shared;
  it.each([
    ['nothing', null],
    ['an empty file', ''],
    ['a text', '# Rules\n\nBe kind.\n'],
    ['a text without an end', '# Rules'],
    ['CRLF', '# Rules\r\nBe kind.\r\n'],
    ['blank lines', '\n\n'],
    ['bytes beyond ASCII', Buffer.from('# Grüße 日本\n').toString('latin1')],
  ])('come behind %s and go without a trace', (_, before) => {
    const { after } = plan(before, 'add');
    expect(after!.startsWith(before ?? '')).toBe(true);
    expect(plan(after, 'add')).toEqual({ after, problem: null });
    expect(plan(after, 'remove')).toEqual({ after: before, problem: null });
  });

  it('keep what was written behind them, and are told where somebody changed them', () => {
    const after = `${plan('a\n', 'add').after!}b\n`;
    expect(plan(after, 'remove').after).toBe('a\nb\n');
    const changed = after.replace('an index', 'no index');
    expect(plan(changed, 'add')).toEqual({ after: changed, problem: expect.stringContaining('--remove takes') });
    expect(plan(changed, 'remove').after).toBe('a\nb\n');
    const torn = 'x\n<!-- >>> cora >>> -->\ny\n';
    expect(plan(torn, 'remove')).toEqual({ after: torn, problem: null });
  });
});

describe('an element of a list in JSON', () => {
  const entry = { matcher: 'Grep|Bash', hooks: [{ type: 'command', command: 'node cli hooks offer' }] };
  const isOwn = (element: unknown) => JSON.stringify(element)?.includes('hooks offer') === true;
  const wanted = { holder: ['hooks', 'PreToolUse'], entry, isOwn, beginning: {} };
  const add = (text: string | null) => planJsonEntry(text, wanted, 'add');
  const remove = (text: string | null) => planJsonEntry(text, wanted, 'remove');

  it.each([
    null,
    '{}',
    '{}\n',
    '{\n}\n',
    '{ }\n',
    '{"hooks":{}}',
    '{"a":1,"hooks":{}}',
    '{\n  "hooks": {}\n}\n',
    '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
    '{\n  "hooks": {\n    "PreToolUse": [\n    ]\n  }\n}\n',
    '{\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "Edit" }\n\t\t]\n\t}\n}\n',
    '{\n  "hooks": {\n    "PreToolUse": [{ "matcher": "Edit" }]\n  },\n  "x": 1\n}\n',
    '{\n  // mine\n  "permissions": { "allow": [] }, // why\n}\n',
    '{"permissions":{"allow":[]}}',
  ])('is added to %j and taken out without a trace', (before) => {
    const { after, problem } = add(before);
    expect(problem).toBeNull();
    const read = JSON.parse(after!.replace(/\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1'));
    expect(read.hooks.PreToolUse.at(-1)).toEqual(entry);
    expect(add(after)).toEqual({ after, problem: null });
    expect(remove(after)).toEqual({ after: before, problem: null });
  });

  it('is told from the hooks of others, and where a person has changed its surroundings goes alone', () => {
    const mine = { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] };
    const changed = `${JSON.stringify({ hooks: { PreToolUse: [entry, mine] } }, null, 4)}\n`;
    expect(JSON.parse(remove(changed).after!)).toEqual({ hooks: { PreToolUse: [mine] } });
    const older = `${JSON.stringify({ hooks: { PreToolUse: [{ ...entry, matcher: 'Grep' }] } })}\n`;
    expect(add(older).problem).toContain('--remove takes it out');
    expect(remove(older).after).toBeNull();
    expect(add('{"hooks": []}').problem).toContain('something else at "hooks"');
    expect(add('{"hooks": {"PreToolUse": {}}}').problem).toContain('something else at "PreToolUse"');
  });

  it('leaves any settings as they were', () => {
    const json = fc.record(
      {
        model: fc.string(),
        permissions: fc.jsonValue(),
        hooks: fc.record(
          { PreToolUse: fc.array(fc.record({ matcher: fc.string() })), Stop: fc.array(fc.jsonValue()) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2, 4, '\t'), fc.constantFrom('', '\n'), (value, indent, end) => {
        const text = JSON.stringify(value, null, indent) + end;
        expect(remove(add(text).after)).toEqual({ after: text, problem: null });
      }),
    );
  });
});
