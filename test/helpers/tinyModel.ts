/**
 * The smallest model that transformers.js takes for a BERT: its one ONNX node looks up the vector of each token. The
 * bytes are written here, so no model is downloaded or committed, and what it must answer can be computed by hand.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  writeFileSync(join(folder, 'onnx', 'model.onnx'), gatherModel(seed));
  json('config.json', {
    model_type: 'bert',
    architectures: ['BertModel'],
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
  const frame = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
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
      single: [frame('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, frame('[SEP]')],
      pair: [],
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

const FLOAT = 1;
const INT64 = 7;

/** last_hidden_state = Gather(table, input_ids), as onnx.proto3 writes it: ModelProto { GraphProto { NodeProto, TensorProto, … } } */
function gatherModel(seed: number): Uint8Array {
  const table = Float32Array.from(TINY.words.flatMap((_, id) => tokenVector(id, seed)));
  const node = [text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather')];
  const weights = [
    number(1, TINY.words.length),
    number(1, TINY.dimensions),
    number(2, FLOAT),
    text(8, 'table'),
    bytes(9, new Uint8Array(table.buffer)),
  ];
  const graph = [
    message(1, node),
    text(2, 'tiny'),
    message(5, weights),
    message(11, value('input_ids', INT64, ['batch', 'tokens'])),
    message(11, value('attention_mask', INT64, ['batch', 'tokens'])),
    message(12, value('last_hidden_state', FLOAT, ['batch', 'tokens', TINY.dimensions])),
  ];
  const irVersion = number(1, 7);
  const opset13 = message(8, [text(1, ''), number(2, 13)]);
  return Buffer.concat([irVersion, text(2, 'test'), message(7, graph), opset13]);
}

/** ValueInfoProto { name, TypeProto { Tensor { elem_type, TensorShapeProto { dim … } } } } */
function value(name: string, type: number, shape: (string | number)[]): Buffer[] {
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
