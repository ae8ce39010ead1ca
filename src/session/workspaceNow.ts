/** The workspace of a session that stays, as it is at each question. */

import { headStamp } from '../git/headStamp.ts';
import type { LaunchGit } from '../git/launcherMessages.ts';
import type { Options } from '../settings/options.ts';
import { openWorkspaceFor, type Surroundings, workspaceRequest } from '../view/surroundings.ts';
import { type Workspace, workspaceOf } from '../view/workspace.ts';

/** Asks git where HEAD is only when the files that say so have changed. */
export class WorkspaceNow {
  readonly #options: Options;
  readonly #surroundings: Surroundings;
  readonly #launch: LaunchGit;
  #last: { workspace: Workspace; stamp: string | null } | null = null;

  constructor(options: Options, surroundings: Surroundings, launch: LaunchGit) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#launch = launch;
  }

  async now(): Promise<Workspace> {
    const last = this.#last;
    // Taken before git is asked: of a HEAD that moves meanwhile the next stamp is another one.
    const stamp = last === null ? null : headStamp(last.workspace.repository);
    if (last !== null && stamp !== null && stamp === last.stamp) {
      return workspaceOf(workspaceRequest(this.#options, this.#surroundings), last.workspace.repository);
    }
    const found = await openWorkspaceFor(this.#options, this.#surroundings);
    const workspace = { ...found, repository: { ...found.repository, launch: this.#launch } };
    const isSame = last !== null && workspace.repository.gitDir === last.workspace.repository.gitDir;
    this.#last = { workspace, stamp: isSame ? stamp : null };
    return workspace;
  }
}
