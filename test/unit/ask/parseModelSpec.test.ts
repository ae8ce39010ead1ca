import { describe, expect, it } from 'vitest';
import { modelId, parseModelSpec } from '../../../src/ask/createModel.ts';

describe('parseModelSpec', () => {
  it.each([
    ['ollama:qwen3:8b', 'ollama', 'qwen3:8b'],
    [' openai:org/model-1.5 ', 'openai', 'org/model-1.5'],
    ['codex', 'codex', ''],
    ['codex:gpt-5-codex', 'codex', 'gpt-5-codex'],
  ])('reads %s, and names it the same again', (text, provider, model) => {
    const spec = parseModelSpec(text);
    expect(spec).toEqual({ provider, model });
    expect(modelId(spec)).toBe(text.trim());
  });

  it.each([
    ['', 'names none'],
    ['claude:x', 'names none that Cora knows (claude)'],
    ['toString', 'names none that Cora knows (toString)'],
    ['ollama', 'names no model: write ollama:MODEL'],
    ['codex:', 'names no model: write codex or codex:MODEL'],
    ['codex:--dangerously-bypass-approvals-and-sandbox', 'names a model that none is called'],
    ['codex:x --full-auto', 'names a model that none is called'],
    ['openai:a\nb', 'names a model that none is called'],
  ])('refuses %j and lists the choices', (text, why) => {
    expect(() => parseModelSpec(text)).toThrow(
      expect.objectContaining({
        code: 'CONFIG',
        message: expect.stringContaining(why),
        hint: 'choose one of: ollama:MODEL, openai:MODEL, codex or codex:MODEL',
      }),
    );
  });
});
