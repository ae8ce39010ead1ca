/** A model on disk, as transformers.js expects it: is it there, is it whole, and which is it. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CoraError } from '../base/errors.ts';
import type { Dtype } from './parseEmbedderSpec.ts';

const WEIGHTS: Readonly<Record<Dtype, string>> = {
  fp32: 'onnx/model.onnx',
  fp16: 'onnx/model_fp16.onnx',
  q8: 'onnx/model_quantized.onnx',
};
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** A folder is written as a path (`./m`, `../m`, `/m`, `~/m`, `C:\m`); everything else is the name of a model on the hub. */
export function folderOf(model: string): string | null {
  if (model.startsWith('~/')) return join(homedir(), model.slice(2));
  return /^(\.{1,2}([/\\]|$)|[/\\]|[A-Za-z]:[/\\])/.test(model) ? resolve(model) : null;
}

/** The files that the model cannot do without, by their names in the folder.
 *  @throws CoraError EMBEDDER that names what is missing */
export async function requireModelFiles(folder: string, dtype: Dtype): Promise<string[]> {
  const needed = [...NEEDED, WEIGHTS[dtype]];
  const missing: string[] = [];
  for (const name of needed) if (!(await isFile(join(folder, name)))) missing.push(name);
  if (missing.length > 0) {
    const hint = missing.includes(WEIGHTS[dtype])
      ? 'choose other weights with ?dtype=fp32, fp16 or q8, or export the model to ONNX'
      : 'copy the whole folder of the model';
    throw new CoraError('EMBEDDER', `The model folder ${folder} has no ${missing.join(', no ')}.`, { hint });
  }
  return needed;
}

/** Hash of everything in the folder that decides vectors, wherever it lies.
 *  @throws CoraError EMBEDDER that names what is missing */
export async function digestModelFolder(folder: string, dtype: Dtype): Promise<string> {
  const needed = await requireModelFiles(folder, dtype);
  // Weights above 2 GB lie in a second file.
  const external = `${WEIGHTS[dtype]}_data`;
  if (await isFile(join(folder, external))) needed.push(external);
  const hash = createHash('sha256');
  for (const name of needed) {
    hash.update(`\0${name}\0`);
    await pipeline(createReadStream(join(folder, name)), hash, { end: false });
  }
  return hash.digest('hex').slice(0, 32);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return false;
    throw new CoraError('EMBEDDER', `The model folder cannot be read: ${path}.`, { cause: error });
  }
}
