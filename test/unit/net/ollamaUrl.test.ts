import { expect, it } from 'vitest';
import { ollamaUrl } from '../../../src/net/serviceAddress.ts';

it.each([
  [undefined, 'http://127.0.0.1:11434/'],
  ['  ', 'http://127.0.0.1:11434/'],
  ['0.0.0.0', 'http://127.0.0.1:11434/'],
  ['0.0.0.0:8080', 'http://127.0.0.1:8080/'],
  ['[::]', 'http://127.0.0.1:11434/'],
  ['[::1]:9', 'http://[::1]:9/'],
  [':9999', 'http://127.0.0.1:9999/'],
  ['gpu-box', 'http://gpu-box:11434/'],
  ['gpu-box:80', 'http://gpu-box/'],
  ['http://gpu-box', 'http://gpu-box/'],
  ['https://gpu-box/ollama', 'https://gpu-box/ollama/'],
])('OLLAMA_HOST=%s is %s', (host, url) => {
  expect(ollamaUrl(host).href).toBe(url);
});
