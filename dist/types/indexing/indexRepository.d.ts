/** `cora index`, and every other command that ends with one: settings in, report out. Never prints, never exits. */
import type { IndexReport, Watch } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
import { type BuildRequest } from './buildIndex.ts';
/** Indexes a commit: see buildIndex. */
export declare function indexRepository(options: Options, surroundings: Surroundings, watch: Watch, seed?: BuildRequest['seed']): Promise<IndexReport>;
