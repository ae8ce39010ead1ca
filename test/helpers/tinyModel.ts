/**
 * The smallest models that transformers.js takes for a BERT. The embedder's one ONNX node looks up the vector of each token,
 * the cross-encoder counts the words that two texts have in common. Their bytes are written here, so no model is
 * downloaded or committed, and what they must answer can be computed by hand.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Writes small ONNX models, as onnx.proto3 describes them: ModelProto { GraphProto { NodeProto,
// TensorProto, … } }

const FLOAT = 1;
const INT64 = 7;

type Shape = (string | number)[];

export interface OnnxGraph {
  /** In an order in which they can run. */
  nodes: { op: string; inputs: string[]; output: string; attributes?: Record<string, number> }[];
  weights: Record<string, { shape: number[]; data: Float32Array | BigInt64Array }>;
  /** Element type and shape; a name in a shape is any size. */
  inputs: Record<string, [type: number, shape: Shape]>;
  outputs: Record<string, [type: number, shape: Shape]>;
}

function onnxModel({ nodes, weights, inputs, outputs }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, nodeOf(node))),
    text(2, 'tiny'),
    ...Object.entries(weights).map(([name, { shape, data }]) => message(5, tensor(name, shape, data))),
    ...Object.entries(inputs).map(([name, [type, shape]]) => message(11, value(name, type, shape))),
    ...Object.entries(outputs).map(([name, [type, shape]]) => message(12, value(name, type, shape))),
  ];
  const irVersion = number(1, 7);
  const opset13 = message(8, [text(1, ''), number(2, 13)]);
  return Buffer.concat([irVersion, text(2, 'test'), message(7, graph), opset13]);
}

/** NodeProto; an attribute is AttributeProto { name, i, type } */
function nodeOf({ op, inputs, output, attributes = {} }: OnnxGraph['nodes'][number]): Buffer[] {
  const INTEGER = 2;
  const settings = Object.entries(attributes).map(([name, content]) =>
    message(5, [text(1, name), number(3, content), number(20, INTEGER)]),
  );
  return [...inputs.map((input) => text(1, input)), text(2, output), text(4, op), ...settings];
}

/** TensorProto */
function tensor(name: string, shape: number[], data: Float32Array | BigInt64Array): Buffer[] {
  const type = data instanceof Float32Array ? FLOAT : INT64;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...shape.map((size) => number(1, size)), number(2, type), text(8, name), bytes(9, raw)];
}

/** ValueInfoProto { name, TypeProto { Tensor { elem_type, TensorShapeProto { dim … } } } } */
function value(name: string, type: number, shape: Shape): Buffer[] {
  const dimensions = shape.map((size) => message(1, [typeof size === 'number' ? number(1, size) : text(2, size)]));
  return [text(1, name), message(2, [message(1, [number(1, type), message(2, dimensions)])])];
}

/* Protocol buffers: a field is its number and wire type (0 varint, 2 length-delimited), then its content. */

function number(field: number, content: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(content)]);
}

function bytes(field: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content));
}

function message(field: number, fields: Buffer[]): Buffer {
  return bytes(field, Buffer.concat(fields));
}

function varint(content: number): Buffer {
  const out: number[] = [];
  let rest = content;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) out.push((rest % 128) | 0x80);
  out.push(rest);
  return Buffer.from(out);
}

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
