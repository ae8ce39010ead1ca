/**
 * Somebody whom permissions stop. They do not stop root, so there it is another user: nobody, or, where nobody may not read this
 * checkout, root without the right to pass over permissions. Anybody else is stopped by permissions anyway.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CliOptions, type CliResult, runCli, startCli } from '../runCli.ts';
import { type TempRepo, tempDir } from '../tempRepo.ts';

export interface OtherUser {
  /** What belongs to the one who runs the tests does not belong to them. */
  isOther: boolean;
  run(args: readonly string[], cwd: string): Promise<CliResult>;
  start(args: readonly string[], cwd: string): ReturnType<typeof startCli>;
  /** In a shell. @returns its exit status */
  shell(command: string): number | null;
  /** Theirs from now on. */
  give(path: string): void;
  /** A folder of theirs. */
  dir(): string;
}

const NOBODY = { uid: 65_534, gid: 65_534 };
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner', '--inh-caps=-all'];

type Means = Pick<CliOptions, 'user' | 'wrap'>;

/** @returns null for root where there is neither way, and on Windows */
export async function otherUser(repo: TempRepo): Promise<OtherUser | null> {
  if (process.getuid === undefined) return null;
  const isRoot = process.getuid() === 0;
  const home = openDir();
  // Who may not write the home of the tests has one of their own.
  const env = {
    ...repo.env,
    CORA_EMBEDDER: 'hash',
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    TMPDIR: home,
  };
  const works = async (means: Means): Promise<boolean> =>
    (await runCli(['--version'], { cwd: home, env, ...means }).catch(() => null))?.code === 0;
  const all: Means[] = isRoot ? [{ user: NOBODY }, { wrap: WITHOUT_RIGHTS }] : [{}];
  for (const means of all) {
    const give = (path: string): void => {
      if (means.user !== undefined) spawnSync('chown', ['-R', `${means.user.uid}:${means.user.gid}`, path]);
    };
    give(home);
    if (!(await works(means))) continue;
    return {
      isOther: means.user !== undefined,
      run: (args, cwd) => runCli(args, { cwd, env, ...means }),
      start: (args, cwd) => startCli(args, { cwd, env, ...means }),
      shell: (command) => spawnSync('sh', ['-c', command], { cwd: home, env, ...means.user }).status,
      give,
      dir() {
        const dir = openDir();
        give(dir);
        return dir;
      },
    };
  }
  return null;
}

/** That everybody may enter. */
function openDir(): string {
  const dir = tempDir();
  chmodSync(dir, 0o755);
  return dir;
}

/** Lets others read it, with the folder that it lies in. */
export function openToRead({ dir }: Pick<TempRepo, 'dir'>): void {
  chmodSync(dirname(dir), 0o755);
  setModes(dir, 'a+rX');
}

/** What vanishes meanwhile does not matter. @param modes as chmod writes them */
export function setModes(path: string, modes: string): void {
  spawnSync('chmod', ['-R', modes, path]);
}
