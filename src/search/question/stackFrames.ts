/**
 * Reads the stack frames of a text: Python, JavaScript, Java, Kotlin, Go, Rust, C#, Ruby, PHP, C
 * and C++, and places that compilers and test runners print. It knows no repository: a frame may be
 * of a library. Pure.
 */

export interface StackFrame {
  /** The path as it is written, with `/`: absolute, relative, or a file name alone. */
  path: string;
  /** 1-based; 0 where none is said. */
  line: number;
  /** The function's name without its qualifiers, '' where none is said. */
  name: string;
}

interface Form {
  pattern: RegExp;
  /** True where the last frame is the innermost. */
  isReversed?: true;
  frame(groups: Readonly<Record<string, string | undefined>>): { path: string; name: string };
}

/** A longer line is data. */
const LONGEST_LINE = 500;
const MOST_FRAMES = 64;

const plain: Form['frame'] = ({ path = '', name = '' }) => ({ path, name });

/** The first that fits a line reads it. */
const FORMS: readonly Form[] = [
  // `  File "src/app.py", line 12, in run`
  {
    pattern: /^\s*File "(?<path>[^"]+)", line (?<line>\d+)(?:, in (?<name>[\w<>.]+))?/,
    isReversed: true,
    frame: plain,
  },
  // IPython: `File ~/acme/app.py:12, in App.run(self)`, `~/acme/app.py in run(self)`
  {
    pattern: /^(?:File )?(?<path>[^\s:"]+\.py)(?::(?<line>\d+))?(?:,)? in (?<name>[\w.<>]+)/,
    isReversed: true,
    frame: plain,
  },
  // `src/app.py:12: in run`, `E   src/app.py:12: ValueError`
  {
    pattern: /^(?:[E>]\s+)?(?<path>[\w./\\:-]+\.py):(?<line>\d+): (?:in (?<name>\w+)|[A-Z])/,
    isReversed: true,
    frame: plain,
  },
  // `at com.acme.Parser.parse(Parser.java:12)`; the package is the folder
  {
    pattern: /^\s*at (?:[\w.@-]+\/)?(?<name>[\w$.<>]+)\((?<path>[\w$-]+\.(?:java|kt|kts|scala|groovy)):(?<line>\d+)\)/,
    frame: ({ path = '', name = '' }) => ({ path: [...name.split('.').slice(0, -2), path].join('/'), name }),
  },
  // `at Acme.Parser.Parse(String text) in C:\src\Parser.cs:line 12`
  { pattern: /^\s*at (?<name>[\w.`<>[\],]+)\([^)]*\) in (?<path>[^:]*:?[^:]+):line (?<line>\d+)/, frame: plain },
  // `at Parser.parse (/src/parser.ts:12:5)`, `at async /src/parser.ts:12:5`, `at src/main.rs:12:5`
  {
    pattern:
      /^\s*at (?:async )?(?:(?:new )?(?<name>[\w$.<>#]+) (?:\[as \w+\] )?\()?(?:file:\/\/|webpack:\/\/\/?)?(?<path>(?:[A-Za-z]:)?[^\s():]+):(?<line>\d+)/,
    frame: plain,
  },
  // `parse@http://host/src/parser.js:12:5`
  { pattern: /^\s*(?<name>[\w$.]*)@(?:https?:\/\/[^/\s]+\/)?(?<path>[^\s:@]+):(?<line>\d+):\d+$/, frame: plain },
  // `#0 /src/Parser.php(12): Acme\Parser->parse()`
  { pattern: /^#\d+ (?<path>[^\s(]+\.php)\((?<line>\d+)\)(?:: (?<name>[\w\\:>-]+))?/, frame: plain },
  // `#1 0x55d in acme::parse(char const*) /src/parser.cpp:12:3`,
  // `#1  parse (text=0x0) at parser.c:12`
  {
    pattern:
      /^\s*#\d+ +(?:0x[\da-f]+ in )?(?<name>[\w:~]+)[^/\\]*?(?: at | )(?<path>(?:[A-Za-z]:)?[\w./\\+-]+\.\w+):(?<line>\d+)/,
    frame: plain,
  },
  // `from lib/app.rb:12:in `run'`, `lib/app.rb:12:in 'App#run'`
  {
    pattern: /^\s*(?:from )?(?<path>[\w./\\-]+\.(?:rb|rake)):(?<line>\d+):in [`'](?:[a-z ]+ in )?(?<name>[\w.#:?!]+)/,
    frame: plain,
  },
  // `thread 'main' panicked at src/main.rs:12:5`
  { pattern: /panicked at (?:'[^']*', )?(?<path>[\w./\\-]+\.rs):(?<line>\d+)/, frame: plain },
  // Go: `	/src/parser.go:12 +0x1d`
  { pattern: /^\s+(?<path>[^\s:]+\.go):(?<line>\d+)(?: \+0x[\da-f]+)?$/, frame: plain },
  // Compilers, linters and runners: `src/parser.cpp:12:3: error: …`, `parser.cc(12): error`
  { pattern: /^\s*(?<path>(?:[A-Za-z]:)?[\w./\\+-]+\.[A-Za-z]\w{0,4})[:(](?<line>\d+)(?:[:,]\d+)?\)?: /, frame: plain },
];

/** `INTERNALERROR> `, `> `, `| `: output that somebody quotes. */
const QUOTED = /^(?:[A-Z]{3,}>|[>|]) ?/;

/** The line above names the function of the frame: `main.parse(0x1, 0x2)`, `3: acme::parse`. */
const NAMES_ABOVE = /\.(?:go|rs)$/;

/** @returns the innermost first; each place once */
export function stackFrames(text: string): StackFrame[] {
  const found: { frame: StackFrame; isReversed: boolean }[] = [];
  let above = '';
  for (const line of text.split('\n')) {
    if (line.length <= LONGEST_LINE) {
      const read = frameOf(line.replace(QUOTED, ''), above);
      if (read !== null) found.push(read);
    }
    above = line.length <= LONGEST_LINE ? line : '';
  }
  const ordered = [
    ...found.filter(({ isReversed }) => isReversed).reverse(),
    ...found.filter(({ isReversed }) => !isReversed),
  ].map(({ frame }) => frame);
  const distinct = new Map(
    ordered.map((frame): [string, StackFrame] => [`${frame.path}:${frame.line}`, frame]).reverse(),
  );
  return [...distinct.values()].reverse().slice(0, MOST_FRAMES);
}

function frameOf(line: string, above: string): { frame: StackFrame; isReversed: boolean } | null {
  for (const { pattern, isReversed = false, frame } of FORMS) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const { path, name } = frame(groups);
    const written = name === '' && NAMES_ABOVE.test(path) ? withoutArguments(above.trim()) : name;
    return {
      frame: { path: path.replaceAll('\\', '/'), line: Number(groups['line'] ?? 0), name: lastName(written) },
      isReversed,
    };
  }
  return null;
}

function withoutArguments(call: string): string {
  return call.endsWith(')') ? call.slice(0, call.lastIndexOf('(')) : call;
}

function lastName(written: string): string {
  const last = written.split(/->|[^\w$?!~<>]+/).findLast((part) => part !== '') ?? '';
  return last.startsWith('<') ? '' : last;
}
