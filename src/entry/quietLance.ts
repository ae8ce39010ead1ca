/** LanceDB logs warnings to stderr unless told otherwise, and reads how when it is loaded. */

/** @param env of this process; what the user has set stays */
export function quietLance(env: NodeJS.ProcessEnv): void {
  env['LANCEDB_LOG'] ??= 'error';
}
