/**
 * Where a fleet lies:
 *
 *     ~/.cora/                 CORA_HOME, or --repos-base-dir
 *       cora.config.json       settings of the fleet; the user's own, so it may say what a repository's file may not
 *       repos/<id>/            bare, shallow, single-branch clones, each with its index
 *       state/manifest.json    the repositories: manifestFile.ts
 *       state/jobs.json        index jobs of the servers: jobFile.ts
 *       state/sync.lock        held by the process that syncs
 *       logs/sync.log          one line for each repository that was asked; sync.log.1 is the one before
 */

import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { CoraError, systemFailure } from '../base/errors.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import type { Options } from './options.ts';

export function fleetHomeOf(options: Pick<Options, 'repos-base-dir'>, env: NodeJS.ProcessEnv): string {
  const given = [options['repos-base-dir'], env['CORA_REPOS_BASE_DIR'], env['CORA_HOME']];
  return resolve(given.find((dir) => dir !== undefined && dir !== '') ?? join(homedir(), '.cora'));
}

/** @throws CoraError STORE where its state cannot be written, with the way to another home */
export function prepareHome(home: string): void {
  try {
    // The home itself may be a folder that the user named: others are shut out of what Cora makes in it.
    makePrivate(stateDir(home), true);
    accessSync(stateDir(home), constants.W_OK | constants.X_OK);
  } catch (error) {
    const known = systemFailure(error, `${home}, where Cora keeps its list of repositories, can't be written`);
    if (known === null) throw error;
    throw new CoraError('STORE', known.message, {
      hint: 'check owner and permissions, or choose another place: --repos-base-dir DIR or CORA_HOME',
      cause: error,
    });
  }
}

function reposDir(home: string): string {
  return join(home, 'repos');
}

export function cloneDir(home: string, id: string): string {
  return join(reposDir(home), id);
}

export function stateDir(home: string): string {
  return join(home, 'state');
}

export function manifestPath(home: string): string {
  return join(stateDir(home), 'manifest.json');
}

export function jobsPath(home: string): string {
  return join(stateDir(home), 'jobs.json');
}

export function logPath(home: string): string {
  return join(home, 'logs', 'sync.log');
}
