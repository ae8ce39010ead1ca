/**
 * The user's credential helpers and headers that are for every host, for one host alone: a server that is asked could redirect to
 * another one, and a helper such as `!echo password=$TOKEN` answers whoever asks.
 */

import { spawn } from 'node:child_process';

const FOR_EVERY_HOST: Readonly<Record<string, string>> = {
  'credential.helper': 'helper',
  'http.extraheader': 'extraHeader',
};
const MOST_OUTPUT = 1e6;

/**
 * @param env what git would run with; as it is where git does not speak https in the end (url.*.insteadOf)
 * @returns the environment that says so (arguments of a process are for everybody to read), and whether a header would go along
 */
export async function settingsForHost(
  cwd: string,
  env: NodeJS.ProcessEnv,
  address: string,
): Promise<{ env: NodeJS.ProcessEnv; hasHeaders: boolean }> {
  const url = (await say(cwd, env, ['ls-remote', '--get-url', '--', address])).trim();
  const origin = URL.canParse(url) && url.startsWith('https:') ? new URL(url).origin : null;
  if (origin === null) return { env, hasHeaders: false };
  const found = await say(cwd, env, ['config', '-z', '--get-regexp', NAMES]);
  const settings: [string, string][] = [
    ['credential.helper', ''],
    ['http.extraHeader', ''],
  ];
  let hasHeaders = false;
  for (const record of found.split('\0').slice(0, -1)) {
    const at = record.indexOf('\n');
    const [key, value] = at === -1 ? [record, ''] : [record.slice(0, at), record.slice(at + 1)];
    // An empty one may take back another host's alone.
    if (key.endsWith('header') && value !== '') hasHeaders = true;
    const name = FOR_EVERY_HOST[key];
    // A setting that names its host stays as it is. An empty value forgets those before it, wherever it stands.
    settings.push(
      name === undefined || value === '' ? [key, value] : [`${key.split('.')[0]}.${origin}.${name}`, value],
    );
  }
  return { env: withMore(env, settings), hasHeaders };
}

const NAMES = '^(credential\\.(.*\\.)?helper|http\\.(.*\\.)?extraheader)$';

/** Behind what the environment sets already. */
function withMore(env: NodeJS.ProcessEnv, settings: readonly [string, string][]): NodeJS.ProcessEnv {
  const before = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const out: NodeJS.ProcessEnv = { ...env, GIT_CONFIG_COUNT: String(before + settings.length) };
  for (const [at, [key, value]] of settings.entries()) {
    out[`GIT_CONFIG_KEY_${before + at}`] = key;
    out[`GIT_CONFIG_VALUE_${before + at}`] = value;
  }
  // It would come last, and for every host.
  if (/credential|extraheader/i.test(env['GIT_CONFIG_PARAMETERS'] ?? '')) delete out['GIT_CONFIG_PARAMETERS'];
  return out;
}

/** @returns nothing where git has nothing to say */
function say(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, MOST_OUTPUT);
    });
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(said));
  });
}
