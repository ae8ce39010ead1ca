/**
 * Reads stack frames in the formats of many languages, places that compilers and test runners
 * print, and paths in a text. It knows no repository: a frame may be of a library. Pure.
 */

/** Longer lines are data and are not matched. */
export const LONGEST_LINE = 500;

export interface StackFrame {
  /** The path as written, with `/`. It may be absolute, relative, or only a file name. */
  path: string;
  /** 1-based; 0 if none is given. */
  line: number;
  /** The function's name without qualifiers; '' if none is given. */
  name: string;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Named = Pick<StackFrame, 'path' | 'name'>;

interface Form {
  pattern: RegExp;
  /** True if the last frame is the innermost. */
  isReversed?: true;
  /**
   * Makes path and name from the groups of the pattern; missing if the groups are right as they
   * are. Null if the line is no frame after all.
   */
  frame?(groups: Groups): Named | null;
}

const MOST_FRAMES = 64;

const plain = ({ path = '', name = '' }: Groups): Named => ({ path, name });

/** The first form that fits a line reads it. */
const FORMS: readonly Form[] = [
  // `  File "src/app.py", line 12, in run`
  {
    pattern: /^\s*File "(?<path>[^"]+)", line (?<line>\d+)(?:, in (?<name>[\w<>.]+))?/,
    isReversed: true,
  },
  // IPython: `File ~/acme/app.py:12, in App.run(self)`, `~/acme/app.py in run(self)`
  {
    pattern: /^(?:File )?(?<path>[^\s:"]+\.py)(?::(?<line>\d+))?(?:,)? in (?<name>[\w.<>]+)/,
    isReversed: true,
  },
  // `src/app.py:12: in run`, `E   src/app.py:12: ValueError`
  {
    pattern: /^(?:[E>]\s+)?(?<path>[\w./\\:-]+\.py):(?<line>\d+): (?:in (?<name>\w+)|[A-Z])/,
    isReversed: true,
  },
  // `at com.acme.Parser.parse(Parser.java:12)`, `at app//com.acme.Parser$1.run(Parser.kt:12)`; the
  // package is the folder
  {
    pattern:
      /(?:^|\s)[aA]t (?:[\w.@-]*\/)*(?<name>[\w$.<>-]+)\((?<path>[\w$-]+\.(?:java|kts?|scala|groovy|clj[cs]?)):(?<line>\d+)\)/,
    frame: ({ path = '', name = '' }) => ({
      path: [...name.split('.').slice(0, -2), path].join('/'),
      name: jvmName(name),
    }),
  },
  // `at Acme.Parser.Parse(String text) in C:\src\Parser.cs:line 12`; .NET has the words `at`, `in`
  // and `line` in the user's language
  {
    pattern: /^\s*\S+ (?<name>[\w.`<>[\],|]+)\((?<path>.*?\.(?:cs|fs|vb|razor|cshtml)):[^\s:]+ (?<line>\d+)/,
    frame: ({ path = '', name = '' }) => dotNetFrame(path, name),
  },
  // `at Parser.parse (/src/parser.ts:12:5)`, `at async /src/parser.ts:12:5`, `at src/main.rs:12:5`
  {
    pattern:
      /^\s*at (?:async )?(?:(?:(?:new|get|set) )?(?<name>[\w$.<>#]+) (?:\[as \w+\] )?\()?(?:file:\/\/|webpack(?:-internal)?:\/\/\/?|https?:\/\/[^/\s]+\/)?(?<path>(?:[A-Za-z]:)?[^\s():?]+)\??:(?<line>\d+)/,
  },
  // `parse@http://host/src/parser.js:12:5`
  { pattern: /^\s*(?<name>[\w$.]*)@(?:https?:\/\/[^/\s]+\/)?(?<path>[^\s:@]+):(?<line>\d+):\d+$/ },
  // `#0 /src/Parser.php(12): Acme\Parser->parse()`, `thrown in /src/Parser.php on line 12`
  { pattern: /^#\d+ (?<path>[^\s(]+\.php)\((?<line>\d+)\)(?:: (?<name>[\w\\:>-]+)(?![\w\\:>{-]))?/ },
  { pattern: /\bin (?<path>\S+\.php)(?::| on line )(?<line>\d+)$/ },
  // Xdebug: `PHP   1. Acme\Parser->parse() /src/Parser.php:12`, the innermost last
  {
    pattern: /^(?:PHP)? +\d+\. (?<name>[\w\\:>{}-]+)\(.*\) (?<path>\S+\.php):(?<line>\d+)$/,
    isReversed: true,
  },
  // Symfony writes the place below the call: `(src/Parser.php:12)`.
  { pattern: /^\s*\((?<path>[\w./\\:-]+\.php):(?<line>\d+)\)$/ },
  // Dart: `#0      Parser.parse (package:acme/src/parser.dart:12:5)`, `src/parser.dart 12:5  parse`
  {
    pattern: /^#\d+ +(?<name>[\w.]+)(?![\w.])[^()]*\((?:package:\w+\/|file:\/\/)?(?<path>[^\s():]+\.dart):(?<line>\d+)/,
  },
  { pattern: /^\s*(?:package:\w+\/)?(?<path>[\w./-]+\.dart) (?<line>\d+):\d+ +(?<name>[\w.]+)/ },
  // `#1 0x55d in acme::parse(char const*) /src/parser.cpp:12:3`,
  // `#1  parse (text=0x0) at parser.c:12`
  {
    pattern:
      /^\s*#\d+ +(?:0x[\da-f]+ in )?(?<name>[\w:~]+)(?![\w:~])[^/\\]*?(?: at | )(?<path>(?:[A-Za-z]:)?[\w./\\+-]+\.\w+):(?<line>\d+)/,
  },
  // `#3  0x55 in load (path=0x7f "/a/b") at src/parser.c:12`,
  // `  * frame #0: 0x55 acme`parse(text="a/b") at parser.c:12:5`
  {
    pattern:
      /^\s*(?:\* )?(?:frame )?#\d+:? +(?:0x[\da-f]+ (?:in |[^\s`]+`))?(?<name>[\w:~]+)(?![\w:~]).* at (?<path>(?:[A-Za-z]:)?[\w./\\+-]+\.\w+):(?<line>\d+)/,
  },
  // `acme: src/parser.c:12: parse: Assertion `text' failed.`
  { pattern: /^[\w./-]+: (?<path>[\w./+-]+):(?<line>\d+): .*: Assertion / },
  // Valgrind: `==7==    by 0x4B2: acme::parse(char const*) (parser.cpp:12)`
  {
    pattern: /^==\d+== +(?:at|by) 0x[\dA-F]+: (?<name>[\w:~]+)(?![\w:~]).* \((?<path>[\w./+-]+\.\w+):(?<line>\d+)\)$/,
  },
  // `from lib/app.rb:12:in `block (2 levels) in run'`, `lib/app.rb:12:in 'App#run'`
  {
    pattern: /(?:^|\s)(?<path>[\w./\\-]+):(?<line>\d+):in [`'](?:[a-z]+ (?:\(\d+ levels\) )?in )*(?<name>[\w.#:?!]*)/,
  },
  // `thread 'main' panicked at src/main.rs:12:5`
  { pattern: /panicked at (?:'.*', )?(?<path>(?:[A-Za-z]:)?[\w./\\-]+\.rs):(?<line>\d+)/ },
  // Go: `	/src/parser.go:12 +0x1d`
  { pattern: /^\s+(?<path>[^\s:]+\.go):(?<line>\d+)(?: [+(]0x[\da-f].*)?$/ },
  // Elixir: `(acme 1.0.0) lib/parser.ex:12: Acme.Parser.parse/2`
  {
    pattern:
      /^\s*(?:\(\w+ [^\s)]+\) )?(?<path>[\w./-]+\.(?:exs?|erl)):(?<line>\d+): (?:anonymous fn\/\d+ in )?(?<name>[\w.?!:]+)\/\d/,
  },
  // Lua: `...vim/lua/parser.lua:12: in function 'parse'`, `[string "parser.lua"]:12: …`
  {
    pattern:
      /(?:^|[\s"])(?:\.{3}[^/\s"]*\/)?(?<path>[\w./-]+\.lua)(?:"\])?:(?<line>\d+):(?: in \w+ '(?<name>[\w.:]+)')?/,
  },
  // Perl: `no such file at lib/A.pm line 12.`, `Acme::parse(1) called at lib/A.pm line 12`
  {
    pattern: /^(?:\s*(?<name>[\w:]+)\(.*\) called |.*)\bat (?<path>[\w./-]+\.(?:p[lm]|t)) line (?<line>\d+)/,
  },
  // Haskell: `error, called at src/Parser.hs:12:5 in acme:Parser`
  { pattern: /^\s*[\w']+, called at (?<path>[\w./-]+):(?<line>\d+)/ },
  // `Called from Parser.parse in file "src/a.ml", line 12`, `(in test file a.bats, line 12)`,
  // `Fatal error: no: file Sources/Parser.swift, line 12`
  {
    pattern:
      /^\s*(?:(?:Called from|(?:Re-)?[Rr]aised (?:at|by)) (?<name>[\w.]+)(?![\w.])|\((?:from|in) |Fatal error:).*\bfile "?(?<path>[\w./-]+)"?(?: \(inlined\))?, line (?<line>\d+)/,
  },
  // `3 0x1b Parser.parse() at /src/Parser.swift:12:5`, `[1] parse(x) at ./src/parser.jl:12`
  { pattern: /^.*\bat (?<path>[\w./\\-]+\.(?:swift|rs|jl|[rR])):(?<line>\d+)(?::\d+)?$/ },
  // Bash: `./lib/parser.bash: line 12: parse: command not found`
  { pattern: /^(?<path>[\w./-]+): line (?<line>\d+): / },
  // Compilers, linters and runners: `src/parser.cpp:12:3: error: …`, `parser.cc(12): error`
  {
    pattern:
      /^\s*(?<path>(?:[A-Za-z]:)?[\w./\\+-]+\.[A-Za-z]\w{0,4})[:(]\(?(?<line>\d+)(?:[:,]\d+(?:-\d+)?)?\)?(?:-\(\d+,\d+\))?: /,
  },
  // A place alone: `file:///src/a.mjs:12`, `ERROR in ./src/a.ts:12:5`, `[test/a_test.rb:12]:`
  {
    pattern:
      /^\s*(?:ERROR in |\[)?(?:file:\/\/)?(?<path>[\w.\\+-]*\/[\w./\\+-]*\.[A-Za-z]\w{0,4}):(?<line>\d+)(?::\d+)?\]?:?$/,
  },
];

/** `acme.ParserKt$parse$1.invokeSuspend`, `acme.Parser.lambda$parse$0`, `a.core$parse.invoke` */
function jvmName(name: string): string {
  const [method = '', owner = ''] = name.split('.').reverse();
  const outer = /^invoke\w*$/.test(method) ? owner.split('$').slice(1) : [];
  const inner = outer.findLast((part) => !/^\d*$/.test(part)) ?? /^lambda\$(\w+)\$\d+$/.exec(method)?.[1];
  return (inner ?? method).replace(/-\w+$/, '');
}

/**
 * The path follows the arguments: `String text) in C:\src\Parser.cs`. The method is read from
 * `Acme.Parser.<Parse>d__5.MoveNext` or `Acme.Parser.Parse[T]`.
 */
function dotNetFrame(rest: string, name: string): Named | null {
  const words = rest.split(' ');
  const end = words.findLastIndex((word, at) => word.endsWith(')') && words[at + 1] !== '' && at + 2 < words.length);
  const path = words.slice(end + 2).join(' ');
  if (end === -1 || !/^(?:[A-Za-z]:)?[^:]+$/.test(path)) return null;
  return { path, name: name.split('[', 1)[0]!.replace(/<(\w+)>\w__[\w|]*(?:\.MoveNext)?$/, '.$1') };
}

/**
 * Matches marks before quoted output: `INTERNALERROR> `, `> `, `  | `, `     # ./`, ` ❯ `,
 * `  --> `.
 */
const QUOTED = /^(?:[A-Z]{3,}>|\s*(?:-->|[>|❯]|#(?= \.{1,2}\/))) ?/;

/**
 * In files of these languages the function's name is in the line above: `main.parse(0x1, 0x2)`,
 * `3: acme::parse`.
 */
const NAMES_ABOVE = /\.(?:go|rs)$/;

/** Java and Node write these before an error that caused the one above. */
const CAUSES = ['\nCaused by: ', '[cause]: '];

/** Matches what stands between joined frames, also in JSON: `(A.java:1) at a.b(`, `\n\tat a.b(`. */
const JOINT = /\\n(?:\\t| )+(?=at )|[ \t](?=at [\w$.<>/-]+ ?\()/g;

/** @returns each place once, the innermost first */
export function stackFrames(text: string): StackFrame[] {
  const found: { frame: StackFrame; isReversed: boolean }[] = [];
  let above = '';
  // The deepest cause is printed last.
  const cause = Math.max(0, ...CAUSES.map((words) => text.lastIndexOf(words)));
  for (const line of `${text.slice(cause)}\n${text.slice(0, cause)}`.replace(JOINT, '\n').split('\n')) {
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
  for (const { pattern, isReversed = false, frame = plain } of FORMS) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const named = frame(groups);
    if (named === null) continue;
    const { path, name } = named;
    const written = name === '' && /^\s/.test(line) && NAMES_ABOVE.test(path) ? withoutArguments(above.trim()) : name;
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

/** Matches closures and hashes in names: Go's `func1.2`, Rust's `{{closure}}` and `h0a…`. */
const UNNAMED = /^(?:(?:func)?\d+|closure|h[\da-f]{16})$/;

function lastName(written: string): string {
  const last = written.split(/->|[^\w$?!~<>]+/).findLast((part) => part !== '' && !UNNAMED.test(part)) ?? '';
  return last.startsWith('<') ? '' : last;
}

// Paths in a text: `src/store.ts`, `src/store.ts:12`. anchors.ts finds the files that they mean.

export interface WrittenPath {
  /** With `/` between its parts, without a line number. */
  path: string;
  /** The first line that is written after it; 0 for none. */
  line: number;
  /** True if the path is the whole question. */
  alone: boolean;
  /** True if the question asks for code that reads or writes this data file. */
  isUsed: boolean;
}

const DATA_FILE = String.raw`["'\`]?([\w@.+~/-]*\.(?:json[c5]?|ya?ml|toml|xml|ini|cfg|conf|properties|lock|mod|csv|env))["'\`]?`;
/**
 * Matches `where is package.json read` and `who reads package.json`; not
 * `what does package.json say`.
 */
const USED = new RegExp(
  String.raw`\b(?:is|are|was|were|gets?)\s+(?:the\s+)?${DATA_FILE}\s+(?:file\s+)?(?:read|parsed|loaded|written|used|opened|called|created|generated|updated|validated)\b|` +
    String.raw`\b(?:reads|parses|loads|writes|uses|opens|calls|creates|generates|updates|validates)\s+(?:the\s+)?${DATA_FILE}`,
  'gi',
);

const MOST_PATHS = 64;
/** Longer text is data, not a path. */
const LONGEST_PATH = 400;

/** `:12`, `:12:5`, `:12-20`, `#L12`, `#L12-L20`, `(12,5)` */
const LINES = /(?::\d+(?:[:-]\d+)*|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|\(\d+(?:,\d+)?\))$/;
const BEFORE = /^["'`“‘«([{<*@]+/;
const BEHIND = /(?<!["'`”’»)\]}>*.,;:?!])["'`”’»)\]}>*.,;:?!]+$/;
const IN_MARKS = /(["'`])([^"'`\n]{1,400})\1/g;
const PLAIN = /[\w@.+~$/\\:#-]+/g;
/** `src/a.rb line 12`, `File "src/a.py", line 12`, `src/a.php on line 12`, `a.sh: line 12:` */
const LINE_IN_WORDS = /(?<![\w@.+~$/\\:#-])([\w@.+~$/\\:#-]*[./\\]\w+)["'`]?[,:]? (?:on |at )?line (\d{1,7})\b/g;
/** `line 12 of src/a.rb` */
const LINE_BEFORE = /\bline (\d{1,7}) (?:of|in) ["'`]?([\w@.+~$/\\:#-]*[./\\]\w+)/g;

/**
 * @param text a question, or the end of a chat
 * @returns each path once. A place in the text may have several readings, of which a view knows at
 * most one
 */
export function writtenPaths(text: string): WrittenPath[] {
  const whole = text.trim();
  const found = new Map<string, WrittenPath>();
  const used = new Set(Array.from(whole.matchAll(USED), ([, passive, active]) => passive ?? active));
  const add = (written: string, alone: boolean): void => {
    if (written.length > LONGEST_PATH || written.includes('\n')) return;
    const bare = withoutMarks(written);
    for (const one of [written, bare]) {
      const lines = LINES.exec(one)?.[0] ?? '';
      const cut = withoutMarks(one.slice(0, one.length - lines.length));
      for (const [text, line] of [
        [one, 0],
        [cut, Number(/\d+/.exec(lines) ?? 0)],
      ] as const) {
        const path = text.replaceAll('\\', '/');
        const known = found.get(path);
        if (known !== undefined) known.line ||= line;
        else if (path !== '' && found.size < MOST_PATHS) found.set(path, { path, line, alone, isUsed: used.has(path) });
      }
    }
  };
  add(whole, true);
  // A word without `/` and `.` is a path only if it is the whole question.
  const parts = [
    ...whole.split(/\s+/),
    ...Array.from(whole.matchAll(IN_MARKS), ([, , quoted]) => quoted!),
    ...Array.from(whole.matchAll(PLAIN), ([plain]) => plain),
  ];
  for (const part of parts) if (found.size < MOST_PATHS && /[./\\]/.test(part)) add(part, false);
  for (const [, path, line] of whole.matchAll(LINE_IN_WORDS)) add(`${path}:${line}`, false);
  for (const [, line, path] of whole.matchAll(LINE_BEFORE)) add(`${path}:${line}`, false);
  return [...found.values()];
}

/** Returns a written path without quotes and brackets around it, and marks behind it. */
export function withoutMarks(written: string): string {
  return written.replace(BEFORE, '').replace(BEHIND, '');
}
