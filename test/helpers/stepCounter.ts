/** Counts what a program does instead of the time it takes, which differs with the machine and its load. */

import { type Profiler, Session } from 'node:inspector/promises';

/**
 * Modules are counted that are loaded after this, so a test imports them then and stands in a process of its own.
 *
 * @returns what tells how often the blocks of the source files in the folder ran in some work
 */
export async function stepCounter(folder: string): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async (work) => {
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.filter(({ url }) => url.includes(folder)).reduce((sum, script) => sum + stepsOf(script), 0);
  };
}

function stepsOf({ functions }: Profiler.ScriptCoverage): number {
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}
