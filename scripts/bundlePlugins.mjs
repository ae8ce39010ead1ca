/** What esbuild does not do by itself: names of lazily imported CommonJS, a package that stays out. */

import { createRequire } from 'node:module';

/** CommonJS that our sources import lazily. esbuild gives such an import a default export only; Node gives names too. */
const LAZY_COMMONJS = ['@lancedb/lancedb', 'proper-lockfile', 'undici', 'yauzl'];

/** Stands between a lazy import and its CommonJS package: a module that exports each name. */
export const namedExports = {
  name: 'named-exports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@\w]/ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import' || !LAZY_COMMONJS.includes(path)) return null;
      return { path, namespace: 'named-exports', pluginData: resolveDir };
    });
    onLoad({ filter: /./, namespace: 'named-exports' }, ({ path, pluginData }) => {
      const names = Object.keys(createRequire(import.meta.url)(path)).filter(
        (name) => /^[A-Za-z_$]\w*$/.test(name) && name !== 'default',
      );
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: pluginData };
    });
  },
};

/**
 * What @actions/artifact unpacks downloads with. Cora only uploads by it; and one of the packages that this one needs names no licence.
 */
export const leftOut = {
  name: 'left-out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^unzip-stream$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `export default { Extract() { throw new Error('${path} is not part of Cora'); } };`,
    }));
  },
};
