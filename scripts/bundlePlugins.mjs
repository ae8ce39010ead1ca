/** What esbuild does not do by itself: names of lazily imported CommonJS, imports past src/index.ts, a package that stays out. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './installMissing.mjs';

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
 * Entries import from src/index.ts alone, and a bundler gives each of them all that this file reaches: a query would load what
 * packs, pulls and installs. So their imports are led to the modules that src/index.ts re-exports.
 */
export const pastTheBarrel = {
  name: 'past-the-barrel',
  setup({ onLoad }) {
    const barrel = readFileSync(join(root, 'src/index.ts'), 'utf8');
    const moduleOf = new Map();
    for (const [, names, path] of barrel.matchAll(/^export \{([^}]*)\} from '(.*)';$/gm)) {
      for (const name of namesIn(names)) moduleOf.set(name.split(' as ').at(-1), join(root, 'src', path));
    }
    onLoad({ filter: /[\\/]src[\\/]entry[\\/].*\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(/^import \{([^}]*)\} from '(?:\.\.\/)+index\.ts';$/gm, (_, names) =>
        namesIn(names)
          .map((name) => `import { ${name} } from ${JSON.stringify(moduleOf.get(name.split(' as ')[0]))};`)
          .join(' '),
      );
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
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

/** Of `a, type B, c as d`: `a` and `c as d`. */
function namesIn(list) {
  return list.split(',').flatMap((name) => (/^\s*(type\s|$)/.test(name) ? [] : [name.trim()]));
}
