/** The options of language models, for `cora ask` and `cora index --commentary`: a part of ../options.ts. */

import type { OptionSpec } from './optionSpec.ts';

export const MODEL_OPTIONS = {
  commentary: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: {
      pattern: /^none$/,
      otherwise: 'none; a language model is your own choice: --commentary or CORA_COMMENTARY',
    },
    default: 'none',
    help: 'have a language model describe the chunks that are new: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: do not',
  },
  'commentary-limit': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 1000,
    help: 'with --commentary: chunks of one run at most',
  },
  'commentary-tokens': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 1_000_000,
    help: 'with --commentary: tokens of one run at most, questions and answers',
  },
  'commentary-rate': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    help: 'with --commentary: questions in a minute at most (0: any number; default: 60, on this machine 0)',
  },
  model: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: { pattern: /^none$/, otherwise: 'none; a language model is your own choice: --model or CORA_MODEL' },
    default: 'none',
    help: 'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show the sources alone',
  },
  'answer-tokens': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 1,
    default: 2000,
    help: 'tokens of the answer at most',
  },
  temperature: {
    type: 'share',
    value: 'N',
    setting: true,
    default: 0.1,
    help: 'how freely the model words its answer, 0 to 1',
  },
} as const satisfies Record<string, OptionSpec>;
