/** `cora index`, and every other command that ends with one: settings in, report out. Never prints, never exits. */
import { type BuildRequest } from './build.ts';
import type { CommentaryWatch } from './commentary.ts';
import type { Options } from './options.ts';
import { type Surroundings } from './session.ts';
import type { IndexReport } from './types.ts';
/** Who looks at a long run, and may end it. */
export type Watch = CommentaryWatch;
/** Indexes a commit: see buildIndex. */
export declare function indexRepository(options: Options, surroundings: Surroundings, watch: Watch, seed?: BuildRequest['seed']): Promise<IndexReport>;
