/**
 * Parses the setting that names an embedder. It reads no environment, no files and no network.
 *
 *   builtin                                  hash, hash:512
 *   transformers:Xenova/all-MiniLM-L6-v2     transformers:./models/minilm?dtype=q8
 *   ollama:nomic-embed-text:v1.5             openai:text-embedding-3-small?dimensions=512
 */

import { CoraError } from '../base/errors.ts';

export type Dtype = 'fp32' | 'fp16' | 'q8';

export interface EmbedderSpec {
  provider: ProviderName;
  /** The provider's own name of the model, or a folder; '' for `builtin` and `hash`. */
  model: string;
  /** The wanted length of the vectors; if missing, the model decides. */
  dimensions?: number;
  /** The precision of the weights, only for `transformers`. */
  dtype?: Dtype;
}

interface Provider {
  /** The form of the setting, for messages. */
  usage: string;
  /** The part that may follow the first colon. */
  model: 'required' | 'dimensions' | 'none';
  settings: readonly (keyof typeof SETTINGS)[];
}

const SETTINGS = { dimensions: readDimensions, dtype: readDtype };

export const PROVIDERS = {
  builtin: { usage: 'builtin', model: 'none', settings: [] },
  hash: { usage: 'hash[:DIMENSIONS]', model: 'dimensions', settings: ['dimensions'] },
  transformers: { usage: 'transformers:HUB/MODEL or transformers:./FOLDER', model: 'required', settings: ['dtype'] },
  ollama: { usage: 'ollama:MODEL', model: 'required', settings: ['dimensions'] },
  openai: { usage: 'openai:MODEL', model: 'required', settings: ['dimensions'] },
  voyage: { usage: 'voyage:MODEL', model: 'required', settings: ['dimensions'] },
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof PROVIDERS;

const DTYPES: Readonly<Record<string, Dtype>> = { fp32: 'fp32', fp16: 'fp16', q8: 'q8', quantized: 'q8' };
const MIN_DIMENSIONS = 8;
const MAX_DIMENSIONS = 16_384;

/** @throws CoraError CONFIG that lists the choices */
export function parseEmbedderSpec(text: string): EmbedderSpec {
  const trimmed = text.trim();
  const settingsAt = trimmed.lastIndexOf('?');
  const named = settingsAt === -1 ? trimmed : trimmed.slice(0, settingsAt);
  const colon = named.indexOf(':');
  const name = colon === -1 ? named : named.slice(0, colon);
  const model = colon === -1 ? '' : named.slice(colon + 1);
  if (!isProvider(name))
    throw refused(text, name === '' ? 'names no embedder' : `names no embedder that Cora knows (${name})`);
  const provider: Provider = PROVIDERS[name];
  const spec: EmbedderSpec = { provider: name, model: '' };
  if (provider.model === 'required') {
    if (model === '') throw refused(text, `names no model: write ${provider.usage}`);
    spec.model = model;
  } else if (colon !== -1) {
    if (provider.model === 'none') throw refused(text, `has nothing behind its name: write ${provider.usage}`);
    spec.dimensions = readDimensions(text, model);
  }
  if (settingsAt !== -1) readSettings(text, trimmed.slice(settingsAt + 1), provider, spec);
  return spec;
}

/** Returns the setting that creates the same embedder again. The index keeps it. */
export function embedderId({ provider, model, dimensions, dtype }: EmbedderSpec): string {
  if (provider === 'builtin') return provider;
  if (provider === 'hash') return dimensions === undefined ? provider : `${provider}:${dimensions}`;
  const settings = new URLSearchParams();
  if (dimensions !== undefined) settings.set('dimensions', String(dimensions));
  if (dtype !== undefined) settings.set('dtype', dtype);
  return `${provider}:${model}${settings.size === 0 ? '' : `?${settings}`}`;
}

/**
 * @param id from embedderId. True if the embedder computes the same vectors on every machine
 * without asking a service
 */
export function isBuiltIn(id: string): boolean {
  return /^(builtin|hash(:\d+)?)$/.test(id);
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}

function readSettings(text: string, settings: string, provider: Provider, spec: EmbedderSpec): void {
  for (const [key, value] of new URLSearchParams(settings)) {
    const setting = provider.settings.find((known) => known === key);
    if (setting === undefined) throw refused(text, `has a setting that ${spec.provider} does not know (${key})`);
    Object.assign(spec, { [setting]: SETTINGS[setting](text, value) });
  }
}

function readDimensions(text: string, value: string): number {
  const dimensions = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (dimensions < MIN_DIMENSIONS || dimensions > MAX_DIMENSIONS) {
    throw refused(text, `wants "${value}" dimensions: a number from ${MIN_DIMENSIONS} to ${MAX_DIMENSIONS} is needed`);
  }
  return dimensions;
}

function readDtype(text: string, value: string): Dtype {
  const dtype = Object.hasOwn(DTYPES, value) ? DTYPES[value] : undefined;
  if (dtype === undefined) throw refused(text, `wants dtype "${value}": ${Object.keys(DTYPES).join(', ')} are known`);
  return dtype;
}

function refused(text: string, why: string): CoraError {
  const choices = Object.values(PROVIDERS).map(({ usage }) => usage);
  return new CoraError('CONFIG', `The embedder setting "${text}" ${why}.`, {
    hint: `choose one of: ${choices.join(', ')}`,
  });
}
