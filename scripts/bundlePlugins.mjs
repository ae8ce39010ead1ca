/** Plugins for what esbuild does not do by itself: names of lazily imported CommonJS, packages and parts that stay out. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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

/** Modules that packages load and Cora does not use, by the ends of their paths, and what stands in their places. */
const LEFT_OUT = [
  // What @actions/artifact unpacks downloads with. Cora only uploads by it; and one of the packages that this one needs names no licence.
  [/^unzip-stream$/, "export default { Extract() { throw new Error('unzip-stream is not part of Cora'); } };"],
  // A schema validator for what a user types into a client's form: Cora asks for none.
  [
    /^@modelcontextprotocol\/server\/_shims$/,
    `export { default as process } from 'node:process';
     export class DefaultJsonSchemaValidator { getValidator() { throw new Error('Cora shows no forms'); } }`,
  ],
  // zod's messages in languages other than English.
  [/^\.\.\/locales\/index\.js$/, 'export {};'],
  // undici's parser of HTTP twice: where the one with vector instructions does not compile, it takes the other.
  [/\/llhttp_simd-wasm\.js$/, 'module.exports = Buffer.alloc(0);'],
];

export const leftOut = {
  name: 'left-out',
  setup({ onResolve, onLoad }) {
    for (const [at, [filter, contents]] of LEFT_OUT.entries()) {
      onResolve({ filter }, ({ path }) => ({ path, namespace: `left-out-${at}` }));
      onLoad({ filter: /./, namespace: `left-out-${at}` }, () => ({ contents }));
    }
  },
};

/**
 * Modules that compare the names of classes, and these classes: LanceDB `type.constructor.name` with 'Struct', @actions/cache
 * `error.name` with the name of its class. Where two modules declare one name, a bundler's `Struct2` is another one.
 */
const NAMED_CLASSES = [
  [/[\\/]apache-arrow[\\/]type\.js$/, ['Struct']],
  [/[\\/]@actions[\\/]cache[\\/]lib[\\/]cache\.js$/, ['ValidationError', 'ReserveCacheError', 'FinalizeCacheError']],
];

export const namedClasses = {
  name: 'named-classes',
  setup({ onLoad }) {
    for (const [filter, classes] of NAMED_CLASSES) {
      const named = classes.map((name) => `Object.defineProperty(${name}, 'name', { value: '${name}' });`);
      onLoad({ filter }, ({ path }) => ({ contents: [readFileSync(path, 'utf8'), ...named].join('\n') }));
    }
  },
};

/** Modules that others stand in for: by their path from the root, or by the name of one of Node's. */
export function replaced(root, modules) {
  const byPath = new Map(
    Object.entries(modules).map(([from, to]) => [from.startsWith('node:') ? from : join(root, from), join(root, to)]),
  );
  return {
    name: 'replaced',
    setup({ onResolve }) {
      onResolve({ filter: /^node:/ }, ({ path }) => (byPath.has(path) ? { path: byPath.get(path) } : null));
      onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const other = byPath.get(join(resolveDir, path));
        return other === undefined ? null : { path: other };
      });
    },
  };
}

/** The queries of the parsers: whoever only reads an index parses nothing. */
export const withoutQueries = {
  name: 'without-queries',
  setup({ onLoad }) {
    onLoad({ filter: /\.scm$/ }, () => ({ contents: '', loader: 'text' }));
  },
};
