/**
 * It reads the setting that names a language model, makes the model, and reads an answer of it to
 * its end. Providers are loaded lazily.
 */

import type { CompletionEnd, CompletionPieces, LanguageModel } from '../base/answerTypes.ts';
import { CoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { DEFAULT_HTTP, type HttpPolicy } from '../net/retrying.ts';
import type { CreateModel } from './modelProvider.ts';

const CREATE: Readonly<Record<ModelProvider, () => Promise<CreateModel>>> = {
  ollama: async () => (await import('./modelServices.ts')).createOllamaModel,
  openai: async () => (await import('./modelServices.ts')).createOpenaiModel,
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

// The setting that names a language model, as text and as data. Decides nothing about the world: no
// environment, no files, no network.
//
//   ollama:qwen3:8b      openai:gpt-5-mini      codex      codex:gpt-5-codex

export interface ModelSpec {
  provider: ModelProvider;
  /** The provider's own name of the model; '' for the one that Codex would take. */
  model: string;
}

const MODEL_PROVIDERS = {
  ollama: { usage: 'ollama:MODEL', needsModel: true },
  openai: { usage: 'openai:MODEL', needsModel: true },
  codex: { usage: 'codex or codex:MODEL', needsModel: false },
} as const;

type ModelProvider = keyof typeof MODEL_PROVIDERS;

/** No name of a model begins like a flag, or holds what no command line should. */
const MODEL = /^[A-Za-z0-9][\w./:@+-]{0,199}$/;

/** @throws CoraError CONFIG that lists the choices */
export function parseModelSpec(text: string): ModelSpec {
  const [name = '', ...rest] = text.trim().split(':');
  const model = rest.join(':');
  if (!isProvider(name)) throw refused(text, name === '' ? 'names none' : `names none that Cora knows (${name})`);
  const { usage, needsModel } = MODEL_PROVIDERS[name];
  if (model === '' && (needsModel || rest.length > 0)) throw refused(text, `names no model: write ${usage}`);
  if (model !== '' && !MODEL.test(model)) throw refused(text, 'names a model that none is called');
  return { provider: name, model };
}

/** The setting that gives the same model again. */
export function modelId({ provider, model }: ModelSpec): string {
  return model === '' ? provider : `${provider}:${model}`;
}

function isProvider(name: string): name is ModelProvider {
  return Object.hasOwn(MODEL_PROVIDERS, name);
}

function refused(text: string, why: string): CoraError {
  const choices = Object.values(MODEL_PROVIDERS).map(({ usage }) => usage);
  return new CoraError('CONFIG', `The language model "${text}" ${why}.`, {
    hint: `choose one of: ${choices.join(', ')}`,
  });
}

interface Completion extends CompletionEnd {
  text: string;
}

/** @param mostCharacters ends a longer answer. @throws CoraError as LanguageModel.complete */
export async function readCompletion(pieces: CompletionPieces, mostCharacters: number): Promise<Completion> {
  let text = '';
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return { text, ...next.value };
      text += next.value;
      if (text.length > mostCharacters) {
        return { text: text.slice(0, mostCharacters), promptTokens: null, answerTokens: null, cut: true };
      }
    }
  } finally {
    await pieces.return({ promptTokens: null, answerTokens: null, cut: true });
  }
}
