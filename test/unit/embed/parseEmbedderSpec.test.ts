import { describe, expect, it } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import { type EmbedderSpec, embedderId, PROVIDERS, parseEmbedderSpec } from '../../../src/embed/parseEmbedderSpec.ts';

describe('parseEmbedderSpec', () => {
  it.each<[string, EmbedderSpec]>([
    ['builtin', { provider: 'builtin', model: '' }],
    ['hash', { provider: 'hash', model: '' }],
    [' hash:512 ', { provider: 'hash', model: '', dimensions: 512 }],
    ['hash?dimensions=64', { provider: 'hash', model: '', dimensions: 64 }],
    ['transformers:Xenova/all-MiniLM-L6-v2', { provider: 'transformers', model: 'Xenova/all-MiniLM-L6-v2' }],
    ['transformers:./models/a b?dtype=quantized', { provider: 'transformers', model: './models/a b', dtype: 'q8' }],
    ['transformers:C:\\models\\m?dtype=fp16', { provider: 'transformers', model: 'C:\\models\\m', dtype: 'fp16' }],
    ['ollama:nomic-embed-text:v1.5', { provider: 'ollama', model: 'nomic-embed-text:v1.5' }],
    [
      'openai:text-embedding-3-small?dimensions=512',
      { provider: 'openai', model: 'text-embedding-3-small', dimensions: 512 },
    ],
    ['voyage:voyage-code-3', { provider: 'voyage', model: 'voyage-code-3' }],
  ])('%s', (text, spec) => {
    expect(parseEmbedderSpec(text)).toEqual(spec);
    expect(parseEmbedderSpec(embedderId(spec))).toEqual(spec);
  });

  it.each([
    ['', 'names no embedder'],
    ['word2vec', 'word2vec'],
    ['constructor', 'constructor'],
    ['openai', 'names no model'],
    ['ollama:', 'names no model'],
    ['hash:', '""'],
    ['hash:many', '"many"'],
    ['hash:7', 'from 8 to'],
    ['hash:99999', 'from 8 to'],
    ['hash:1e3', '"1e3"'],
    ['hash?dtype=q8', 'dtype'],
    ['openai:m?dimension=5', 'dimension)'],
    ['openai:m?dtype=q8', 'dtype'],
    ['transformers:m?dtype=toString', 'toString'],
  ])('refuses "%s" and lists the choices', (text, why) => {
    const error = (() => {
      try {
        return parseEmbedderSpec(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(CoraError);
    expect(error).toMatchObject({ code: 'CONFIG', message: expect.stringContaining(why) });
    for (const { usage } of Object.values(PROVIDERS)) expect((error as CoraError).hint).toContain(usage);
  });
});
