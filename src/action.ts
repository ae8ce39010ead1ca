/**
 * The GitHub Action: what the runner says in, outputs, a job summary and annotations out. Started
 * by action.yml.
 */

import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import * as core from '@actions/core';
import type { ActionReport } from './action/actionTypes.ts';
import { createActionCache } from './action/createActionCache.ts';
import { installBinary } from './action/installBinary.ts';
import { readInputs, readRunner, resolveInputs } from './action/readInputs.ts';
import { annotationsOf, inertLines, renderActionStep, renderActionSummary } from './action/renderAction.ts';
import { runAction } from './action/runAction.ts';
import { isCoraError } from './base/errors.ts';
import { duration } from './base/renderText.ts';
import type { Log } from './base/types.ts';
import { interruptSignal } from './cli/interruptSignal.ts';
import { endRunningGit } from './git/pipesAndDevices.ts';
import type { Flags } from './settings/options.ts';
import { indexingRequest, pageSearch } from './settings/requests.ts';
import { settle } from './settings/resolveOptions.ts';
import { quietLance } from './store/lanceEnvironment.ts';

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const inputs = readInputs((name) => core.getInput(name));
  if (inputs.token !== null) core.setSecret(inputs.token);
  const runner = await readRunner(env);
  const tookMs = await installBinary(fileURLToPath(new URL('..', import.meta.url)));
  if (tookMs !== null) core.info(`Installed LanceDB's binary in ${duration(tookMs)}`);
  const { dir, config } = await resolveInputs(inputs, runner.workspace);
  const flags: Flags = {
    // Commits are not part of what is packed.
    history: 0,
    ...(inputs.embedder === null ? {} : { embedder: inputs.embedder }),
    ...(inputs.shard === null ? {} : { shard: inputs.shard }),
  };
  const options = settle(flags, env, dir, config);
  const signal = interruptSignal();
  const { cacheTimeout: timeoutSeconds } = inputs;
  const cache = inputs.cache === 'false' ? null : await createActionCache({ env, timeoutSeconds, log, signal });
  if (cache === null && inputs.cache !== 'false') core.info('This runner has no cache: everything is indexed');
  const report = await runAction({
    inputs,
    runner,
    settings: indexingRequest(options),
    search: pageSearch(options),
    surroundings: { dir, env, cacheDir: join(homedir(), '.cache', 'cora'), log },
    watch: { onProgress: () => undefined, signal },
    cache,
    upload,
    onStep: (step) => log.info(renderActionStep(step)),
  });
  for (const { message, file } of annotationsOf(report.index))
    core.warning(message, file === null ? TITLE : { ...TITLE, file });
  setOutputs(report);
  if (env['GITHUB_STEP_SUMMARY']) await core.summary.addRaw(renderActionSummary(report)).write();
  for (const failure of report.failures) fail(failure);
}

const log: Log = {
  info: (message) => core.info(inertLines(message)),
  warn: (message) => core.warning(message, TITLE),
  debug: core.debug,
};
const TITLE = { title: 'Cora' };

async function upload(name: string, file: string): Promise<void> {
  const { DefaultArtifactClient } = await import('@actions/artifact');
  // It is compressed already.
  await new DefaultArtifactClient().uploadArtifact(name, [file], dirname(file), { compressionLevel: 0 });
}

function setOutputs({ index, packed, restored, pages, mayAttest, indexPath, tookMs }: ActionReport): void {
  const outputs = {
    'cache-hit': restored?.isExact ?? false,
    commit: index.commit,
    files: index.files,
    chunks: index.chunks,
    embedded: index.embedded,
    reused: index.reused,
    'index-path': indexPath,
    'artifact-path': packed.file,
    'may-attest': mayAttest,
    'pages-path': pages?.dir ?? '',
    digest: packed.digest,
    'duration-ms': tookMs,
  };
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}

function fail(error: unknown): void {
  if (isCoraError(error)) core.setFailed(error.hint === undefined ? error.message : `${error.message} (${error.hint})`);
  else core.setFailed(`Unexpected error, please report it: ${inspect(error)}`);
}

quietLance(process.env);
process.on('exit', endRunningGit);
main(process.env)
  .catch(fail)
  .finally(() => {
    // Native threads of the store must not keep a finished step alive; what was written may still
    // be on its way.
    process.stdout.write('', () => process.exit());
  });
