/**
 * The setting that names a language model, as text and as data. Decides nothing about the world: no environment, no files,
 * no network.
 *
 *   ollama:qwen3:8b      openai:gpt-5-mini      codex      codex:gpt-5-codex
 */

import { CoraError } from '../base/errors.ts';

export interface ModelSpec {
  provider: ModelProvider;
  /** The provider's own name of the model; '' for the one that Codex would take. */
  model: string;
}

export const MODEL_PROVIDERS = {
  ollama: { usage: 'ollama:MODEL', needsModel: true },
  openai: { usage: 'openai:MODEL', needsModel: true },
  codex: { usage: 'codex or codex:MODEL', needsModel: false },
} as const;

export type ModelProvider = keyof typeof MODEL_PROVIDERS;

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
