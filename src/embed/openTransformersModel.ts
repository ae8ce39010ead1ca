/**
 * A model through the optional package @huggingface/transformers: a folder on disk, or a model of the Hugging Face hub,
 * which is downloaded once. The only place that lets that package near the network.
 */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { importPackage, loadTransformers, type TransformersPackage } from './loadTransformers.ts';
import { folderOf, requireModelFiles } from './modelFolder.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';

export interface ModelSurroundings {
  env: Record<string, string | undefined>;
  log: Log;
  importer?: (name: string) => Promise<unknown>;
}

export interface OpenedModel<T> {
  model: T;
  /** For messages and ids: of a folder its last name, for where it lies is nobody else's business. */
  name: string;
  /** Where it lies; null for a model of the hub. */
  folder: string | null;
}

const ERRORS_ONLY = 40;

/**
 * @param load which of the package's loaders takes the model's name or folder, and its options
 * @throws CoraError EMBEDDER_MISSING without the package, EMBEDDER for a model that is not there or does not load
 */
export async function openTransformersModel<T>(
  { model, dtype = 'fp32' }: Pick<EmbedderSpec, 'model' | 'dtype'>,
  { env, log, importer = importPackage }: ModelSurroundings,
  load: (transformers: TransformersPackage, model: string, options: Record<string, unknown>) => Promise<T>,
): Promise<OpenedModel<T>> {
  const folder = folderOf(model);
  if (folder !== null) await requireModelFiles(folder, dtype);
  const { transformers, precision } = await loadTransformers(log, importer);
  const cacheDir = configure(transformers, folder, env);
  const name = folder === null ? model : (folder.split(/[/\\]/).at(-1) ?? folder);
  const place = folder ?? model;
  const isHere = (file: string): boolean => folder !== null || existsSync(join(cacheDir, model, file));
  const options = { ...precision(dtype), progress_callback: progressTo(log, name, isHere) };
  return { model: await withReason(() => load(transformers, place, options), place, env), name, folder };
}

/** The package keeps its settings in one global object, so models are opened one after the other.
 *  @returns where models of the hub are kept */
function configure(
  { env: settings }: TransformersPackage,
  folder: string | null,
  env: Record<string, string | undefined>,
): string {
  const cacheDir = env.CORA_MODELS ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cora', 'models');
  settings.allowLocalModels = true;
  settings.allowRemoteModels = folder === null && !isOffline(env);
  settings.cacheDir = cacheDir;
  // Newer versions take an absolute path as it is, older ones put it after localModelPath and a slash.
  if (folder !== null) settings.localModelPath = '';
  // Its notes go to the console otherwise, which belongs to the entries.
  if ('logLevel' in settings) settings.logLevel = ERRORS_ONLY;
  return cacheDir;
}

function isOffline(env: Record<string, string | undefined>): boolean {
  return [env.CORA_OFFLINE, env.HF_HUB_OFFLINE, env.TRANSFORMERS_OFFLINE].some(
    (value) => value !== undefined && !['', '0', 'false'].includes(value),
  );
}

async function withReason<T>(
  load: () => Promise<T>,
  model: string,
  env: Record<string, string | undefined>,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    const hint = isOffline(env)
      ? 'downloads are off (CORA_OFFLINE, HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE): allow them once, or name a folder: transformers:./FOLDER'
      : 'check the name of the model and that it has ONNX weights for this dtype, or name a folder: transformers:./FOLDER';
    throw new CoraError('EMBEDDER', `The model ${model} does not load: ${why}`, { hint, cause });
  }
}

/** One line when a file begins to arrive and one at each further quarter. What is read from the disk is not worth a line. */
function progressTo(log: Log, name: string, isHere: (file: string) => boolean): (event: unknown) => void {
  const told = new Map<string, number>();
  return (event) => {
    const { status, file, progress } = event as { status?: string; file?: string; progress?: number };
    if (file === undefined) return;
    if (status === 'initiate' && isHere(file)) told.set(file, Number.POSITIVE_INFINITY);
    if (status !== 'progress' || progress === undefined) return;
    const quarter = Math.floor(progress / 25);
    if ((told.get(file) ?? -1) >= quarter) return;
    told.set(file, quarter);
    log.info(`${name}: ${file} ${Math.floor(progress)} %`);
  };
}
