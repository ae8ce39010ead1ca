/** Which package is found, and what is said when none is. The packages here are stand-ins; the real one runs in test/e2e. */

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
  it('prefers the maintained package and falls back to its predecessor', async () => {
    const both = { '@huggingface/transformers': stand('hf'), '@xenova/transformers': stand('xenova') };
    const hf = await loadTransformers(silentLog, importing(both));
    expect(hf.transformers).toMatchObject({ name: 'hf' });
    expect([hf.precision('fp32'), hf.precision('q8')]).toEqual([{ dtype: 'fp32' }, { dtype: 'q8' }]);
    const xenova = await loadTransformers(silentLog, importing({ '@xenova/transformers': stand('xenova') }));
    expect(xenova.transformers).toMatchObject({ name: 'xenova' });
    expect([xenova.precision('fp32'), xenova.precision('q8')]).toEqual([{ quantized: false }, { quantized: true }]);
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
