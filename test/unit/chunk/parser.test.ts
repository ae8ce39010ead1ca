import { describe, expect, vi } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { PARSE_LIMITS, ParserUnavailable, parseText } from '../../../src/chunk/parser.ts';
import type { Syntax } from '../../../src/languages/language.ts';
import { syntaxOf } from '../../../src/languages/languages.ts';
import { quick, slow } from '../../helpers/slow.ts';

const encoder = new TextEncoder();
const python: Syntax = {
  grammar: 'python',
  query: '(function_definition name: (identifier) @name) @definition.function',
};
const count = (language: Syntax, text: string) => parseText(language, text, ({ matches }) => matches.length);

interface Limits {
  freeMemory: number;
  memoryPerCharacter: number;
}

/** @param megabytes that any text may have */
async function withMemory(megabytes: number, run: () => Promise<void>): Promise<void> {
  const limits = PARSE_LIMITS as Limits;
  const { freeMemory, memoryPerCharacter } = limits;
  limits.freeMemory = megabytes * 2 ** 20;
  limits.memoryPerCharacter = 0;
  try {
    await run();
  } finally {
    Object.assign(limits, { freeMemory, memoryPerCharacter });
  }
}

/** Returns, for each memory of a runtime that was made, how many of those before it were still there. */
async function memoriesDuring(run: () => Promise<void>): Promise<number[]> {
  const { Memory } = WebAssembly;
  const made: WeakRef<WebAssembly.Memory>[] = [];
  const earlier: number[] = [];
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super(descriptor);
      earlier.push(made.filter((memory) => memory.deref() !== undefined).length);
      made.push(new WeakRef(this));
    }
  };
  try {
    await run();
  } finally {
    WebAssembly.Memory = Memory;
  }
  return earlier;
}

describe('parseText', () => {
  quick.it('reads the matches of a query', async () => {
    expect(await count(python, 'def f():\n  pass\n\ndef g():\n  pass\n')).toEqual({ result: 2, hasError: false });
  });

  quick.it('says why it did not, and the files behind are read as ever', async () => {
    // The YAML grammar calls a function that web-tree-sitter does not give it: a crash inside the WebAssembly.
    const yaml: Syntax = { grammar: 'yaml', query: '(comment) @comment' };
    const before = await count(python, 'def f():\n  pass\n');
    for (const text of ['a: 1\n# b\n', 'c: 2\n']) {
      expect(await count(yaml, text)).toEqual({
        note: expect.stringMatching(/^not parsed: the yaml grammar crashes on it: ./),
      });
      expect(await count(python, 'def f():\n  pass\n')).toEqual(before);
    }
  });

  quick.it('that cannot be loaded is no fault of the text', async () => {
    await expect(count({ grammar: 'none', query: '' }, 'x')).rejects.toThrow(ParserUnavailable);
  });

  slow.it('that wants more memory than any text may have is left for lines, and never for want of memory', async () => {
    const text = 'def f(a, b, c):\n  return a + b + c\n'.repeat(25_000);
    await withMemory(40, async () => {
      expect(await count(python, text)).toEqual({
        note: 'not parsed: the python grammar crashes on it: it takes more than 40 MB of memory',
      });
    });
  });

  quick.it('holds one runtime at a time, and gives the memory of one that crashed back at once', async () => {
    const text = 'a < '.repeat(2000);
    const csharp = syntaxOf('csharp')!;
    await withMemory(36, async () => {
      const earlier = await memoriesDuring(async () => {
        for (const before of ['', 'class A {}', 'class B {}'])
          expect([await count(csharp, before), await count(csharp, text)]).toEqual([
            { result: expect.any(Number), hasError: expect.any(Boolean) },
            { note: 'not parsed: the c_sharp grammar crashes on it: it takes more than 36 MB of memory' },
          ]);
      });
      expect(earlier.length).toBeGreaterThan(3);
      expect(earlier).toEqual(earlier.map(() => 0));
    });
  });

  quick.it('holds no more memory for a small text that is made to want it', async () => {
    const note = { note: expect.stringMatching(/it takes more than 1[34]\d MB of memory$/) };
    expect(await count(syntaxOf('csharp')!, 'a < '.repeat(10_000))).toEqual(note);
  });

  quick.it('does not hand on the memory that a text has taken', async () => {
    const { memoryPerCharacter } = PARSE_LIMITS;
    await withMemory(33, async () => {
      Object.assign(PARSE_LIMITS, { memoryPerCharacter });
      const csharp = syntaxOf('csharp')!;
      const text = 'a < '.repeat(2000) + ' '.repeat(200_000);
      expect(await count(csharp, text)).toEqual({ result: 0, hasError: true });
      const earlier = await memoriesDuring(async () => {
        for (let times = 0; times < 3; times++)
          expect(await count(csharp, text)).toEqual({ result: 0, hasError: true });
      });
      expect(earlier).toEqual([0, 0, 0]);
    });
  });

  slow.it('that gets no memory says nothing of the text, and reads it when there is some', async () => {
    const text = 'def f(a, b, c):\n  return a + b + c\n'.repeat(25_000);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
      throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
    });
    try {
      await expect(count(python, text)).rejects.toMatchObject({
        code: 'STORE',
        message: 'the python parser cannot be used: this process gets no more memory.',
      });
      expect(grow).toHaveBeenCalled();
    } finally {
      grow.mockRestore();
    }
    expect(await count(python, text)).toEqual({ result: 25_000, hasError: false });
  });

  quick.it('does not parse what is over its limit of characters', async () => {
    expect(await count(python, ' '.repeat(PARSE_LIMITS.characters + 1))).toEqual({
      note: expect.stringContaining('over the limit of 1000000'),
    });
  });

  quick.it('hands on an error of its caller rather than take it for a crash', async () => {
    const failing = parseText(python, 'x', () => {
      throw new TypeError('mine');
    });
    await expect(failing).rejects.toThrow('mine');
  });

  quick.it('parses texts of several languages side by side', async () => {
    const go: Syntax = {
      grammar: 'go',
      query: '(function_declaration name: (identifier) @name) @definition.function',
    };
    const texts = [count(python, 'def f(): pass'), count(go, 'package a\nfunc F() {}\nfunc G() {}'), count(python, '')];
    expect(await Promise.all(texts)).toEqual([1, 2, 0].map((result) => ({ result, hasError: false })));
  });
});

quick.describe('content that parsers fear', () => {
  const hostile: [name: string, language: string, text: string][] = [
    ['ten thousand brackets', 'javascript', `${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
    ['nothing but closing braces', 'c', '}\n'.repeat(5000)],
    ['an expression that never ends', 'python', `x = ${'('.repeat(3000)}\n`],
    ['ifs a thousand deep', 'java', `class A { void f() { ${'if (a) { '.repeat(1000)}${'}'.repeat(1000)} } }`],
    ['another language', 'rust', 'SELECT * FROM users WHERE name = "x";\n'.repeat(2000)],
    [
      'control characters',
      'go',
      `${Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join('')}\nfunc`,
    ],
    [
      'lone surrogates and a byte-order mark',
      'typescript',
      '\ufeffconst a = "\ud800";\nfunction f() {\n  return 1;\n}\n',
    ],
    ['a heredoc without end', 'ruby', 'x = <<~A\n  text\n'.repeat(500)],
    ['a template that opens and opens', 'php', '<?php echo "{$a[" . '.repeat(400)],
    [
      'a conflict',
      'python',
      'def f():\n<<<<<<< HEAD\n    return 1\n=======\n    return 2\n>>>>>>> other\n\ndef g():\n    return 3\n',
    ],
  ];

  quick.it.each(hostile)('%s', async (_, language, text) => {
    const bytes = encoder.encode(text);
    const blob = await chunkBlob(bytes, language);
    const lines = text.split('\n');
    const covered = new Set(
      blob!.chunks.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
      ),
    );
    for (const [at, line] of lines.entries()) if (line.trim() !== '') expect(covered.has(at + 1)).toBe(true);
    expect(await chunkBlob(bytes, language)).toEqual(blob);
  });

  quick.it('still finds what is whole around a conflict', async () => {
    const blob = await chunkBlob(encoder.encode(hostile.at(-1)![2]), 'python');
    expect(blob!.note).toBeNull();
    expect(blob!.chunks.flatMap(({ defines }) => defines.map(({ name }) => name))).toContain('g');
  });
});
