/**
 * ASK: question → search (+ history) → prompt within a budget → language model → citations. The steps in order; each holds its
 * own detail. The model has no tools, and what it says is handed on as text.
 */
import type { LanguageModel } from './answerTypes.ts';
import type { Ask, AskRequest } from './askTypes.ts';
import type { Options } from './options.ts';
import type { Surroundings } from './session.ts';
/** @returns null where the setting `model` is none @throws CoraError CONFIG, MODEL_AUTH, MODEL_MISSING; nothing is asked yet */
export declare function modelFor({ model }: Options, { env, log }: Pick<Surroundings, 'env' | 'log'>): Promise<LanguageModel | null>;
/**
 * @param options resolved; `limit` is how many sources at most, `budget` the tokens of the prompt
 * @throws CoraError USAGE as searchRequestOf
 */
export declare function askRequestOf(text: string, options: Options): AskRequest;
export declare const ask: Ask;
