/**
 * OpenSSH's server on a free port of the loopback interface, with host and user keys made for the test; the machine's own
 * configuration and keys are not touched. Stopped when the test file ends, if not before.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { tempDir } from './tempRepo.ts';

export interface Sshd {
  /** `ssh://user@127.0.0.1:PORT`; an absolute path goes behind it. */
  origin: string;
  /** A client configuration that knows the host's key and the user's; without it nobody gets in. */
  clientConfig: string;
  stop(): Promise<void>;
}

const PROGRAMS = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'];

const running = new Set<() => Promise<void>>();

afterAll(async () => {
  for (const stop of running) await stop();
});

/** @throws Error that says how to install it */
export async function startSshd(): Promise<Sshd> {
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined) throw new Error('There is no sshd on this machine: apt-get install openssh-server');
  const dir = tempDir('cora-sshd-');
  for (const name of ['host', 'user']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(dir, name)]);
  }
  const { username, uid } = userInfo();
  // What the package's service would make.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const server = [
    'ListenAddress 127.0.0.1',
    `HostKey ${join(dir, 'host')}`,
    `AuthorizedKeysFile ${join(dir, 'user.pub')}`,
    `PidFile ${join(dir, 'pid')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
  ];
  const client = [
    'Host *',
    `  IdentityFile ${join(dir, 'user')}`,
    '  IdentitiesOnly yes',
    `  UserKnownHostsFile ${join(dir, 'known_hosts')}`,
    '  GlobalKnownHostsFile /dev/null',
    '  BatchMode yes',
  ];
  writeFileSync(join(dir, 'sshd_config'), `${server.join('\n')}\n`);
  writeFileSync(join(dir, 'ssh_config'), `${client.join('\n')}\n`);
  const { child, port } = await listenSomewhere(program, join(dir, 'sshd_config'));
  const [type, key] = readFileSync(join(dir, 'host.pub'), 'utf8').split(' ');
  writeFileSync(join(dir, 'known_hosts'), `[127.0.0.1]:${port} ${type} ${key}\n`);
  const stop = async (): Promise<void> => {
    running.delete(stop);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  running.add(stop);
  return { origin: `ssh://${username}@127.0.0.1:${port}`, clientConfig: join(dir, 'ssh_config'), stop };
}

const MOST_TRIES = 5;

/** sshd chooses no port itself, and one that was free may be another process's before it is taken. */
async function listenSomewhere(program: string, config: string): Promise<{ child: ChildProcess; port: number }> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const child = spawn(program, ['-D', '-e', '-p', String(port), '-f', config], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      await listening(child);
      return { child, port };
    } catch (error) {
      child.kill('SIGKILL');
      if (tries === MOST_TRIES) throw error;
    }
  }
}

async function listening(child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      lines.push(line);
      if (/^Server listening on 127\.0\.0\.1/.test(line)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`sshd ended with ${code}:\n${lines.join('\n')}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
