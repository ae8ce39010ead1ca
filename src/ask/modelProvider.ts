/** What makes a language model of a setting: one function for each provider. */

import type { LanguageModel } from '../base/answerTypes.ts';
import type { Log } from '../base/types.ts';
import type { HttpPolicy } from '../net/retrying.ts';

export interface ModelSurroundings {
  /** Where keys and addresses come from: OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_HOST, CORA_CODEX, PATH, … */
  env: Record<string, string | undefined>;
  log: Log;
  policy: HttpPolicy;
}

export type CreateModel = (id: string, model: string, surroundings: ModelSurroundings) => LanguageModel;
