/** An argument of any length to any tool: the answer repeats its beginning, never all of it. */

import { expect, it } from 'vitest';
import { TOOL_LIST } from '../../../src/mcp/toolList.ts';
import { atEnd } from '../../helpers/atEnd.ts';
import { STRUCTURED, servedMcp } from './servedMcp.ts';

const INITIALIZE = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}';
const LENGTH = 40_000;
/** Characters; a search that does not know what is asked for shows what is nearest. */
const MOST = 12_000;
/** The other arguments that a tool has to have. */
const NEEDED: Record<string, Record<string, unknown>> = {
  search: { query: 'total' },
  read: { path: 'README.md' },
  grep: { pattern: 'total' },
  symbols: { name: 'total' },
  references: { name: 'total' },
  related: {},
  status: {},
  index: {},
};
/** As words, as a name, as a path with an ending, and as what is no pattern. */
const TEXTS: readonly ((length: number) => string)[] = [
  (length) => 'x'.repeat(length),
  (length) => `who changed ${'longName '.repeat(length / 9)}lately`,
  (length) => `${'a/'.repeat(length / 2)}b.ts`,
  (length) => `[${'x'.repeat(length)}`,
  (length) => `file:${'x'.repeat(length)}`,
];

it('is not repeated whole in any answer', async () => {
  const served = await servedMcp();
  atEnd(() => served.close());
  const connection = served.connect();
  let id = 0;
  const ask = async (method: string, params: string) => {
    id += 1;
    const answer = connection.answerTo(id);
    connection.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
    return answer;
  };
  await ask('initialize', INITIALIZE);
  const long: string[] = [];
  let calls = 0;
  for (const [name, { input }] of Object.entries(TOOL_LIST)) {
    for (const argument of Object.keys(input.shape)) {
      for (const [at, text] of TEXTS.entries()) {
        for (const meta of at === 0 ? [{}, STRUCTURED] : [{}]) {
          const given = { ...NEEDED[name], [argument]: text(LENGTH) };
          const params = JSON.stringify({ name, arguments: given, _meta: meta });
          const said = JSON.stringify(await ask('tools/call', params));
          calls += 1;
          if (said.length > MOST) long.push(`${name} ${argument} ${at}: ${said.length} ${said.slice(0, 90)}`);
        }
      }
    }
  }
  const params = [
    { name: 'x'.repeat(LENGTH), arguments: {} },
    { name: 'search', arguments: { query: 'total', ['x'.repeat(LENGTH)]: 1 } },
    { name: 'search', arguments: { query: 'total', kind: Array.from({ length: 10_000 }, (_, at) => `kind${at}`) } },
    { name: 'read', arguments: { path: ['x'.repeat(LENGTH)] } },
  ];
  const uri = `cora://map?repository=${'x'.repeat(LENGTH)}`;
  const refused = await ask('resources/read', JSON.stringify({ uri }));
  expect(refused.error).toBeDefined();
  expect(JSON.stringify(refused).length).toBeLessThan(MOST);
  for (const one of params) {
    const said = JSON.stringify(await ask('tools/call', JSON.stringify(one)));
    if (said.length > MOST) long.push(`${said.length} ${said.slice(0, 90)}`);
  }
  expect(long).toEqual([]);
  expect(calls).toBeGreaterThan(200);
  await connection.close();
}, 120_000);
