import { CHARACTER_MASK, type Language } from './language.ts';
import { FILE_MODULES } from './modulePaths.ts';
import query from './queries/zig.scm';

export const zig: Language = {
  name: 'zig',
  extensions: 'zig zon',
  syntax: { grammar: 'zig', query },
  imports: { begins: /^const\s+\w+\s*=\s*@import\(/ },
  mask: CHARACTER_MASK,
  modules: {
    ...FILE_MODULES,
    bind: ({ name }, module, _, files) => [{ local: name, name: null, paths: files(module) }],
  },
  bindings: { style: 'braced' },
  highlight: 'rust',
};
