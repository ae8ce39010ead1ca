/** Whether the package is found, and what is said when it is not. The packages here are stand-ins; the real one runs in test/e2e. */

import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { loadTransformers } from '../../../src/embed/transformersModel.ts';

const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /x/dist/cli.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
const stand = (name: string) => ({ name, pipeline: () => undefined, env: {} });

/** @param found by package name: a module, or what its import throws */
const importing = (found: Record<string, unknown>) => async (name: string) => {
  const result = name in found ? found[name] : notFound(name);
  if (result instanceof Error) throw result;
  return result;
};

describe('loadTransformers', () => {
  it('finds the package', async () => {
    const found = { '@huggingface/transformers': stand('hf') };
    expect(await loadTransformers(silentLog, importing(found))).toMatchObject({ name: 'hf' });
  });

  it('is EMBEDDER_MISSING with the command to install it, also where an empty stand-in was installed', async () => {
    for (const found of [{}, { '@huggingface/transformers': {} }]) {
      await expect(loadTransformers(silentLog, importing(found))).rejects.toMatchObject({
        code: 'EMBEDDER_MISSING',
        hint: expect.stringContaining('npm install --save-dev cora-query @huggingface/transformers'),
      });
    }
  });

  it('does not take a broken installation for a missing one', async () => {
    const broken = [notFound('onnxruntime-node'), new Error('libonnxruntime.so.1: cannot open shared object file')];
    for (const cause of broken) {
      const loading = loadTransformers(silentLog, importing({ '@huggingface/transformers': cause }));
      await expect(loading).rejects.toMatchObject({ code: 'EMBEDDER', cause });
    }
  });
});
