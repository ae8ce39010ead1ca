/** The attack that recovers a redacted key by asking for its characters, one class after another. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { grepSettings, indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { randomOf } from '../../helpers/madeUpSecrets.ts';
import { shareOf, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { type ServedMcp, STRUCTURED, servedMcp } from '../mcp/servedMcp.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PREFIX = ['sk', 'live', ''].join('_');
const LENGTH = 24;
const random = randomOf(20261123);
const KEY = Array.from({ length: LENGTH }, () => ALPHABET[random(ALPHABET.length)]).join('');

/** @param holds whether a line matches. @returns what was recovered, and by how many questions */
async function attack(holds: (pattern: string) => Promise<boolean>): Promise<{ found: string; calls: number }> {
  let [found, calls] = ['', 0];
  const asks = (characters: string): Promise<boolean> => {
    calls += 1;
    return holds(`${PREFIX}${found}[${characters}]`);
  };
  while (found.length < LENGTH && (await asks(ALPHABET))) {
    let left = ALPHABET;
    while (left.length > 1) {
      const half = left.slice(0, left.length >> 1);
      left = (await asks(half)) ? half : left.slice(half.length);
    }
    found += left;
  }
  return { found, calls };
}

let repo: TempRepo;
let served: ServedMcp;
beforeAll(async () => {
  repo = tempRepo().file('pay.py', `def pay():\n    stripe.api_key = "${PREFIX}${KEY}"\n`);
  repo.commit(`Pay\n\nWith ${PREFIX}${KEY}`);
  await cora(repo).index();
  repo.file('later.py', `key = "${PREFIX}${KEY}"\n`);
  served = await servedMcp({ repo, outside: repo.dir });
});
afterAll(() => served.close());

/** Makes a function that tells whether a tool finds something. */
function oracleOf(name: string, argumentsOf: (pattern: string) => object): (pattern: string) => Promise<boolean> {
  const connection = served.connect();
  let id = 0;
  return async (pattern) => {
    id += 1;
    const answer = connection.answerTo(id);
    const params = { name, arguments: argumentsOf(pattern), _meta: STRUCTURED };
    connection.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const { isError, structuredContent } = (await answer).result as {
      isError?: boolean;
      structuredContent?: { hits?: unknown[] };
    };
    return isError !== true && structuredContent?.hits?.length !== 0;
  };
}

describe('a random key', () => {
  slow.it('is recovered where the files are matched as they are, which only a command line may ask for', async () => {
    const options = resolveOptions({}, {}, null);
    const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
    const limits = { maxTotal: 1, signal: new AbortController().signal, unredacted: true };
    const { found, calls } = await attack(async (pattern) => {
      return (
        (await grepRepository(pattern, indexSettings(options), surroundings, { ...grepSettings(options), ...limits }))
          .hits.length > 0
      );
    });
    expect(found).toBe(KEY);
    expect(calls).toBeLessThan(200);
  });

  const tools: [string, string, (pattern: string) => object][] = [
    ['grep', 'REDACTED', (pattern) => ({ pattern })],
    ['grep', 'REDACTED', (pattern) => ({ pattern: `(?:${pattern}).*`, path: 'later.py', k: 1, context: 2 })],
    ['read', '', (pattern) => ({ path: 'pay.py', revision: `:/${pattern}` })],
    ['read', '', (pattern) => ({ path: 'pay.py', revision: `HEAD^{/${pattern}}` })],
  ];
  it.each(shareOf(tools, 4, 2))('is not learnt of %s, which gives %j (%#)', async (name, found, argumentsOf) => {
    expect(await attack(oracleOf(name, argumentsOf))).toMatchObject({ found });
  });
});
