/** From the setting to the language model. The only door that spines use. */

import type { LanguageModel } from '../base/answerTypes.ts';
import type { Log } from '../base/types.ts';
import { DEFAULT_HTTP, type HttpPolicy } from '../net/retrying.ts';
import type { CreateModel } from './modelProvider.ts';
import { type ModelProvider, type ModelSpec, modelId } from './parseModelSpec.ts';

const CREATE: Readonly<Record<ModelProvider, () => Promise<CreateModel>>> = {
  ollama: async () => (await import('./ollama.ts')).createOllamaModel,
  openai: async () => (await import('./openaiCompatible.ts')).createOpenaiModel,
  codex: async () => (await import('./codex.ts')).createCodexModel,
};

/** @throws CoraError CONFIG, MODEL_AUTH, MODEL_MISSING; nothing is asked yet */
export async function createModel(
  spec: ModelSpec,
  env: Record<string, string | undefined>,
  log: Log,
  policy: HttpPolicy = DEFAULT_HTTP,
): Promise<LanguageModel> {
  const create = await CREATE[spec.provider]();
  return create(modelId(spec), spec.model, { env, log, policy });
}
