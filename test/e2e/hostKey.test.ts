/** A remote over ssh that is not the one it was: found out, named, and nothing of it is taken. Needs sshd, as `.ci/run` installs it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFleet } from '../helpers/fleet.ts';
import { startSshd } from '../helpers/startSshd.ts';
import { gitEnv, tempRepo } from '../helpers/tempRepo.ts';

describe('a host that changes its key', () => {
  it('is left, by name, and what was indexed before goes on answering', async () => {
    const sshd = await startSshd();
    const repo = tempRepo();
    repo.file('a.ts', 'export function alpha() {}\n').commit();
    const env = gitEnv({ GIT_SSH_COMMAND: `ssh -F ${sshd.clientConfig}` });
    const fleet = testFleet({}, env);
    await fleet.add(`${sshd.origin}${repo.dir}`, { name: 'a' });
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated' }]);
    // The client knows the key of another host by this name: what it sees when somebody stands between.
    const known = join(dirname(sshd.clientConfig), 'known_hosts');
    const [host] = readFileSync(known, 'utf8').split(' ');
    const [type, other] = readFileSync(join(dirname(sshd.clientConfig), 'user.pub'), 'utf8').split(' ');
    writeFileSync(known, `${host} ${type} ${other}\n`);
    repo.file('b.ts', 'export function beta() {}\n').commit();
    const { repositories } = await fleet.sync();
    expect(repositories).toMatchObject([{ name: 'a', outcome: 'failed', error: expect.stringMatching(/host key/i) }]);
    expect((await fleet.query('alpha')).results[0]).toMatchObject({ path: 'a.ts' });
    expect(readFileSync(known, 'utf8')).toBe(`${host} ${type} ${other}\n`);
  });
});
