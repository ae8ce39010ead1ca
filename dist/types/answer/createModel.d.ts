/** From the setting to the language model. The only door that spines use. */
import type { LanguageModel } from '../answerTypes.ts';
import { type HttpPolicy } from '../http/retrying.ts';
import type { Log } from '../types.ts';
import { type ModelSpec } from './parseModelSpec.ts';
/** @throws CoraError CONFIG, MODEL_AUTH, MODEL_MISSING; nothing is asked yet */
export declare function createModel(spec: ModelSpec, env: Record<string, string | undefined>, log: Log, policy?: HttpPolicy): Promise<LanguageModel>;
