/**
 * The smallest models that transformers.js takes for a BERT. The embedder's one ONNX node looks up the vector of each token,
 * the cross-encoder counts the words that two texts have in common. Their bytes are written here, so no model is
 * downloaded or committed, and what they must answer can be computed by hand.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLOAT, INT64, onnxModel } from './onnxModel.ts';

export const TINY = {
  dimensions: 32,
  /** Tokens of one text, [CLS] and [SEP] included. */
  window: 16,
  words: [
    '[PAD]',
    '[UNK]',
    '[CLS]',
    '[SEP]',
    'parse',
    'header',
    'the',
    'request',
    'loss',
    'mask',
    '_',
    'render',
    'html',
    'template',
    'of',
    'a',
  ],
} as const;

/** The vector of a token, before pooling. */
export function tokenVector(id: number, seed = 0): number[] {
  return Array.from({ length: TINY.dimensions }, (_, at) => (((id + 1) * (at + 3) * 7 + seed) % 13) - 6);
}

/** @param seed another seed, other weights */
export function writeTinyModel(folder: string, seed = 0): void {
  const table = TINY.words.flatMap((_, id) => tokenVector(id, seed));
  const onnx = onnxModel({
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], output: 'last_hidden_state' }],
    weights: { table: { shape: [TINY.words.length, TINY.dimensions], data: Float32Array.from(table) } },
    inputs: { input_ids: [INT64, ['batch', 'tokens']], attention_mask: [INT64, ['batch', 'tokens']] },
    outputs: { last_hidden_state: [FLOAT, ['batch', 'tokens', TINY.dimensions]] },
  });
  writeModel(folder, 'BertModel', onnx);
}

/** Its one logit is the number of pairs of equal words, one of the query and one of the text; [UNK] and the like count nothing. */
export function writeTinyCrossEncoder(folder: string): void {
  const size = TINY.words.length;
  const table = Float32Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 && at > 4 * size ? 1 : 0));
  const axis = (at: number) => ({ shape: [1], data: BigInt64Array.of(BigInt(at)) });
  const onnx = onnxModel({
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], output: 'words' },
      { op: 'Cast', inputs: ['token_type_ids'], output: 'types', attributes: { to: FLOAT } },
      { op: 'Unsqueeze', inputs: ['types', 'axis2'], output: 'isText' },
      { op: 'Mul', inputs: ['words', 'isText'], output: 'textWords' },
      { op: 'ReduceSum', inputs: ['words', 'axis1'], output: 'all', attributes: { keepdims: 0 } },
      { op: 'ReduceSum', inputs: ['textWords', 'axis1'], output: 'text', attributes: { keepdims: 0 } },
      { op: 'Sub', inputs: ['all', 'text'], output: 'query' },
      { op: 'Mul', inputs: ['query', 'text'], output: 'common' },
      { op: 'ReduceSum', inputs: ['common', 'axis1'], output: 'logits' },
    ],
    weights: { table: { shape: [size, size], data: table }, axis1: axis(1), axis2: axis(2) },
    inputs: {
      input_ids: [INT64, ['batch', 'tokens']],
      attention_mask: [INT64, ['batch', 'tokens']],
      token_type_ids: [INT64, ['batch', 'tokens']],
    },
    outputs: { logits: [FLOAT, ['batch', 1]] },
  });
  writeModel(folder, 'BertForSequenceClassification', onnx);
}

function writeModel(folder: string, architecture: string, onnx: Uint8Array): void {
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  writeFileSync(join(folder, 'onnx', 'model.onnx'), onnx);
  json('config.json', {
    model_type: 'bert',
    architectures: [architecture],
    hidden_size: TINY.dimensions,
    max_position_embeddings: TINY.window,
    vocab_size: TINY.words.length,
  });
  // No model_max_length: the window has to come from config.json.
  json('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
  });
  json('tokenizer.json', tokenizer());
}

function tokenizer(): unknown {
  const special = (id: number) => ({
    id,
    content: TINY.words[id],
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  });
  const frame = (id: string, type = 0) => ({ SpecialToken: { id, type_id: type } });
  const first = [frame('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, frame('[SEP]')];
  return {
    version: '1.0',
    added_tokens: [0, 1, 2, 3].map(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: first,
      pair: [...first, { Sequence: { id: 'B', type_id: 1 } }, frame('[SEP]', 1)],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(TINY.words.map((word, id) => [word, id])),
    },
  };
}
