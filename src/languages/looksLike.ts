/** Which grammar of highlight.js colours a language that it does not know, in a terminal and in the page. */

/** Languages without a grammar here whose comments, strings and keywords look alike. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  astro: 'xml',
  crystal: 'ruby',
  cuda: 'cpp',
  cython: 'python',
  dart: 'typescript',
  dockerfile: 'bash',
  elixir: 'ruby',
  fish: 'bash',
  glsl: 'c',
  gomod: 'go',
  groovy: 'java',
  hcl: 'ini',
  julia: 'python',
  make: 'makefile',
  nim: 'python',
  protobuf: 'go',
  sass: 'scss',
  scala: 'kotlin',
  solidity: 'typescript',
  svelte: 'xml',
  terraform: 'ini',
  tsx: 'typescript',
  vue: 'xml',
  zig: 'rust',
};

/** @returns undefined where none looks alike: a language's name comes from whoever made an index, and may be `constructor` */
export function grammarLike(language: string): string | undefined {
  return Object.hasOwn(LOOKS_LIKE, language) ? LOOKS_LIKE[language] : undefined;
}
