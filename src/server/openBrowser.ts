/** Shows an address in the user's browser, through what the system has for that; no shell reads the address. */

import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { withProgramPath } from '../base/programPath.ts';

/**
 * @param failed is told why, where it cannot be shown
 * @returns false where there is nobody who could see it
 */
export function openBrowser(url: string, env: NodeJS.ProcessEnv, failed: (why: string) => void): boolean {
  const opener = openerOf(url, env);
  if (opener === null) return false;
  const [program, ...args] = opener;
  const child = spawn(program, args, {
    cwd: homedir(),
    env: withProgramPath(env),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', (error) => failed(error.message));
  child.unref();
  return true;
}

type Opener = [program: string, ...args: string[]];

function openerOf(url: string, env: NodeJS.ProcessEnv): Opener | null {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', url];
  const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  return hasDisplay ? ['xdg-open', url] : null;
}
