/** Writes small ONNX models, as onnx.proto3 describes them: ModelProto { GraphProto { NodeProto, TensorProto, … } } */

export const FLOAT = 1;
export const INT64 = 7;

type Shape = (string | number)[];

export interface OnnxGraph {
  /** In an order in which they can run. */
  nodes: { op: string; inputs: string[]; output: string; attributes?: Record<string, number> }[];
  weights: Record<string, { shape: number[]; data: Float32Array | BigInt64Array }>;
  /** Element type and shape; a name in a shape is any size. */
  inputs: Record<string, [type: number, shape: Shape]>;
  outputs: Record<string, [type: number, shape: Shape]>;
}

export function onnxModel({ nodes, weights, inputs, outputs }: OnnxGraph): Uint8Array {
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
