/** The built Action as a runner starts it: inputs and the run's facts in the environment, outputs and the summary in files. */

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempDir } from './tempRepo.ts';

const ACTION = fileURLToPath(new URL('../../dist/action.js', import.meta.url));

export interface ActionRun {
  code: number | null;
  /** What the log of the job shows, without commands. */
  log: string;
  outputs: Record<string, string>;
  summary: string;
  /** `::warning file=a.py,title=Cora::Not in the index`, and ::error */
  annotations: { command: string; properties: Record<string, string>; message: string }[];
  /** What the runner is told to hide in the log. */
  masked: string[];
}

export interface ActionStart {
  workspace: string;
  inputs?: Record<string, string>;
  /** ACTIONS_*, GITHUB_*, and what git needs. */
  env: NodeJS.ProcessEnv;
  /** The webhook's payload. */
  event?: object;
  /** Another copy of dist/action.js. */
  action?: string;
}

export async function runAction({
  workspace,
  inputs = {},
  env,
  event = {},
  action = ACTION,
}: ActionStart): Promise<ActionRun> {
  const files = tempDir('cora-runner-');
  const file = (name: string, content = ''): string => {
    writeFileSync(join(files, name), content);
    return join(files, name);
  };
  const [output, summary, payload] = [file('output'), file('summary'), file('event.json', JSON.stringify(event))];
  const temp = join(files, '_temp');
  mkdirSync(temp);
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const child = spawn(process.execPath, [action], {
    cwd: workspace,
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REF: 'refs/heads/main',
      ACTIONS_CACHE_SERVICE_V2: 'True',
      ...env,
      ...Object.fromEntries(given),
      CI: 'true',
      RUNNER_TEMP: temp,
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_EVENT_PATH: payload,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const lines = said.split('\n');
  const commands = lines.filter((line) => line.startsWith('::')).map(readCommand);
  return {
    code,
    log: lines.filter((line) => !line.startsWith('::')).join('\n'),
    outputs: readOutputs(readFileSync(output, 'utf8')),
    summary: readFileSync(summary, 'utf8'),
    annotations: commands.filter(({ command }) => /^(warning|error|notice)$/.test(command)),
    masked: commands.filter(({ command }) => command === 'add-mask').map(({ message }) => message),
  };
}

/**
 *     name<<ghadelimiter_1f…
 *     value
 *     ghadelimiter_1f…
 */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name, , value] of text.matchAll(/^([\w-]+)<<(ghadelimiter_[\w-]+)\n([\s\S]*?)\n\2$/gm))
    outputs[name!] = value!;
  return outputs;
}

function readCommand(line: string): ActionRun['annotations'][number] {
  const [, command = '', properties = '', message = ''] = /^::([\w-]+)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
  const plain = (text: string) =>
    text.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const pairs = properties
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=', 2) as [string, string]);
  return {
    command,
    properties: Object.fromEntries(pairs.map(([name, value]) => [name, plain(value)])),
    message: plain(message),
  };
}
