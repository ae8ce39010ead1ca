/** Small made-up source files, a function of a number, for histories that tests invent. */

const NOUNS = [
  'account',
  'buffer',
  'cursor',
  'digest',
  'event',
  'filter',
  'graph',
  'header',
  'index',
  'journal',
  'kernel',
  'lock',
];
const VERBS = ['append', 'build', 'check', 'decode', 'emit', 'flush', 'gather', 'hash', 'insert', 'join'];

export const EXTENSIONS = ['py', 'ts', 'go', 'md', 'json', 'txt'] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** Deterministic content; other numbers give other functions, near numbers share some. */
export function sourceOf(extension: Extension, seed: number): string {
  const functions = Array.from({ length: 1 + (seed % 4) }, (_, at) => names(seed + at));
  if (extension === 'py')
    return functions
      .map(
        ({ verb, noun, value }) =>
          `def ${verb}_${noun}(items):\n    """${verb} the ${noun}."""\n    total = ${value}\n    for item in items:\n        total += item.${noun}\n    return total\n\n`,
      )
      .join('\n');
  if (extension === 'ts')
    return functions
      .map(
        ({ verb, noun, value }) =>
          `/** ${verb} one ${noun}. */\nexport function ${verb}${upper(noun)}(items: number[]): number {\n  const limit = ${value};\n  return items.filter((item) => item < limit).length;\n}\n`,
      )
      .join('\n');
  if (extension === 'go')
    return `package p\n\n${functions.map(({ verb, noun, value }) => `// ${upper(verb)}${upper(noun)} ${verb}s.\nfunc ${upper(verb)}${upper(noun)}(n int) int {\n\treturn n + ${value}\n}\n`).join('\n')}`;
  if (extension === 'md')
    return functions
      .map(({ verb, noun, value }) => `# How to ${verb} the ${noun}\n\nTake ${value} of them and ${verb}.\n`)
      .join('\n');
  if (extension === 'json')
    return `${JSON.stringify(Object.fromEntries(functions.map(({ verb, noun, value }) => [`${verb}_${noun}`, { value }])), null, 2)}\n`;
  return functions.map(({ verb, noun, value }) => `${verb} ${noun} ${value}\n`).join('');
}

function names(seed: number): { verb: string; noun: string; value: number } {
  return { verb: VERBS[seed % VERBS.length]!, noun: NOUNS[(seed * 7) % NOUNS.length]!, value: seed % 97 };
}

function upper(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
