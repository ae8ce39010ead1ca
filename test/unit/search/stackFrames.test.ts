/** Stack frames of each language, as their programs print them. */

import { expect, it } from 'vitest';
import { type StackFrame, stackFrames } from '../../../src/search/question/stackFrames.ts';
import { countSteps } from '../../helpers/countSteps.ts';

const frame = (path: string, line: number, name = ''): StackFrame => ({ path, line, name });

it.each<[string, string, StackFrame[]]>([
  [
    'Python, whose innermost frame is the last',
    `Traceback (most recent call last):
  File "/usr/lib/site-packages/acme/app.py", line 12, in <module>
    run()
  File "/usr/lib/site-packages/acme/core/run.py", line 7, in run
    raise ValueError("no")
ValueError: no`,
    [frame('/usr/lib/site-packages/acme/core/run.py', 7, 'run'), frame('/usr/lib/site-packages/acme/app.py', 12)],
  ],
  [
    'pytest',
    `src/acme/app.py:12: in run
    start()
src/acme/core.py:7: ValueError`,
    [frame('src/acme/core.py', 7), frame('src/acme/app.py', 12, 'run')],
  ],
  [
    'IPython, and of what pytest quotes',
    `File ~/acme/core.py:7, in Core.run(self)
~/acme/old.py in start(self, x)
INTERNALERROR>   File "/srv/acme/io.py", line 3, in write`,
    [frame('/srv/acme/io.py', 3, 'write'), frame('~/acme/old.py', 0, 'start'), frame('~/acme/core.py', 7, 'run')],
  ],
  [
    'Node and browsers',
    `TypeError: x is not a function
    at Parser.parse (/srv/app/src/parser.ts:12:5)
    at async Object.<anonymous> (file:///srv/app/src/main.js:3:1)
    at /srv/app/src/loop.mjs:9:2
    at new Store (C:\\app\\src\\store.js:4:1)
render@https://host/assets/render.js:8:3`,
    [
      frame('/srv/app/src/parser.ts', 12, 'parse'),
      frame('/srv/app/src/main.js', 3),
      frame('/srv/app/src/loop.mjs', 9),
      frame('C:/app/src/store.js', 4, 'Store'),
      frame('assets/render.js', 8, 'render'),
    ],
  ],
  [
    'Java and Kotlin, whose folders are the package',
    `Exception in thread "main" java.lang.IllegalStateException
	at com.acme.parse.Parser.next(Parser.java:12)
	at com.acme.MainKt.main(Main.kt:3)
	at java.base/java.lang.Thread.run(Thread.java:833)
	at java.lang.reflect.Method.invoke(Native Method)`,
    [
      frame('com/acme/parse/Parser.java', 12, 'next'),
      frame('com/acme/Main.kt', 3, 'main'),
      frame('java/lang/Thread.java', 833, 'run'),
    ],
  ],
  [
    'Go',
    `panic: runtime error: index out of range
goroutine 1 [running]:
acme/parse.(*Parser).Next(0xc0000, 0x1)
	/home/me/acme/parse/parser.go:12 +0x1d
main.main()
	/home/me/acme/main.go:3 +0x25`,
    [frame('/home/me/acme/parse/parser.go', 12, 'Next'), frame('/home/me/acme/main.go', 3, 'main')],
  ],
  [
    'Rust',
    `thread 'main' panicked at src/parse.rs:12:5:
index out of bounds
   3: acme::parse::next
             at ./src/parse.rs:9:5
   4: core::ops::function::FnOnce::call_once
             at /rustc/1a2b/library/core/src/ops/function.rs:250:5`,
    [
      frame('src/parse.rs', 12),
      frame('./src/parse.rs', 9, 'next'),
      frame('/rustc/1a2b/library/core/src/ops/function.rs', 250, 'call_once'),
    ],
  ],
  [
    'C#',
    `System.Exception: no
   at Acme.Parse.Parser.Next(String text, Int32 at) in C:\\src\\Parse\\Parser.cs:line 12
   at Acme.Program.Main() in /src/Program.cs:line 3`,
    [frame('C:/src/Parse/Parser.cs', 12, 'Next'), frame('/src/Program.cs', 3, 'Main')],
  ],
  [
    'Ruby, old and new',
    `lib/acme/parser.rb:12:in \`next': no (RuntimeError)
	from lib/acme.rb:3:in \`block in run'
	from bin/run.rb:1:in 'Acme::App#start'`,
    [frame('lib/acme/parser.rb', 12, 'next'), frame('lib/acme.rb', 3, 'run'), frame('bin/run.rb', 1, 'start')],
  ],
  [
    'PHP',
    `#0 /srv/src/Parser.php(12): Acme\\Parser->next('a')
#1 /srv/index.php(3): run()
#2 {main}`,
    [frame('/srv/src/Parser.php', 12, 'next'), frame('/srv/index.php', 3, 'run')],
  ],
  [
    'C++ of sanitizers, of a debugger, of a compiler',
    `    #0 0x55d4c1 in acme::Parser::next(char const*) /src/acme/parser.cpp:12:3
#1  0x0000 in main (argc=1) at main.cc:3
src/acme/reader.hpp:7:12: error: no member named 'x'`,
    [frame('/src/acme/parser.cpp', 12, 'next'), frame('main.cc', 3, 'main'), frame('src/acme/reader.hpp', 7)],
  ],
  [
    'Python, in a group of exceptions',
    `  + Exception Group Traceback (most recent call last):
  |   File "src/acme/app.py", line 12, in App.run
  |     ~~~^^^^^^
  +-+---------------- 1 ----------------
    |   File "src/acme/core.py", line 7, in start`,
    [frame('src/acme/core.py', 7, 'start'), frame('src/acme/app.py', 12, 'run')],
  ],
  [
    'Node of today, a bundler, and a runner',
    `file:///srv/app/src/main.mjs:3
    at Object.<anonymous> [as load] (webpack://app/./src/load.ts?:4:5)
    at get size [as size] (https://host/assets/size.js:6:1)
    at node:internal/process/task_queues:95:5
 ❯ src/run.test.ts:12:5`,
    [
      frame('/srv/app/src/main.mjs', 3),
      frame('app/./src/load.ts', 4),
      frame('assets/size.js', 6, 'size'),
      frame('src/run.test.ts', 12),
    ],
  ],
  [
    'the JVM: modules, lambdas, coroutines, Clojure',
    `	at app//com.acme.Parser.lambda$next$0(Parser.java:12)
	at com.acme.Loader$load$1.invokeSuspend(Loader.kt:7)
	at com.acme.Price.plus-impl(Price.kt:3)
	at acme.core$total.invokeStatic(core.clj:9)`,
    [
      frame('com/acme/Parser.java', 12, 'next'),
      frame('com/acme/Loader.kt', 7, 'load'),
      frame('com/acme/Price.kt', 3, 'plus'),
      frame('acme/core.clj', 9, 'total'),
    ],
  ],
  [
    'Go with registers, Rust with a place, .NET of an async method and in German',
    `	/home/me/acme/parser.go:12 +0x1d fp=0xc0 sp=0xc1 pc=0x12
  --> src/main.rs:3:5
   at Acme.Parser.<Parse>d__5.MoveNext() in /_/src/Parser.cs:line 12
   bei Acme.Parser.Next[T](Func\`2 read, (Int32, Int32) at) in C:\\src\\Next.cs:Zeile 7.`,
    [
      frame('/home/me/acme/parser.go', 12),
      frame('src/main.rs', 3),
      frame('/_/src/Parser.cs', 12, 'Parse'),
      frame('C:/src/Next.cs', 7, 'Next'),
    ],
  ],
  [
    'closures of Go, Rust and PHP, which have the name of the function around, or none',
    `main.(*Parser).next.func1.2(0x1)
	/src/acme/parser.go:12 +0x1d
   3: acme::parse::next::{{closure}}
             at src/parse.rs:9:5
   4: acme::parse::run::h0123456789abcdef
             at src/parse.rs:19:5
#0 /srv/src/Parser.php(12): Acme\\Parser->Acme\\{closure}('a')`,
    [
      frame('/src/acme/parser.go', 12, 'next'),
      frame('src/parse.rs', 9, 'next'),
      frame('src/parse.rs', 19, 'run'),
      frame('/srv/src/Parser.php', 12),
    ],
  ],
  [
    'Ruby 3.4 and RSpec',
    `lib/acme/parser.rb:12:in 'block (2 levels) in Acme::Parser#next': no (RuntimeError)
     # ./lib/acme.rb:3:in 'Acme.run'
	from bin/acme:1:in '<main>'
  test/parser_test.rb:9`,
    [
      frame('lib/acme/parser.rb', 12, 'next'),
      frame('./lib/acme.rb', 3, 'run'),
      frame('bin/acme', 1),
      frame('test/parser_test.rb', 9),
    ],
  ],
  [
    'debuggers with paths among the arguments, panics with quotes, assertions',
    `#3  0x000055 in next (path=0x7f "/a/b.c", n=1) at src/parser.c:12
  * frame #0: 0x00010000 acme\`acme::next(text="a/b") at reader.cpp:12:5 [opt]
    frame #1: 0x00010000 acme\`main + 12
thread 'main' panicked at 'can't go on', src/parse.rs:12:5
thread 'main' panicked at C:\\me\\acme\\src\\lexing.rs:3:38:
acme: src/lexer.c:12: next: Assertion \`text' failed.`,
    [
      frame('src/parser.c', 12, 'next'),
      frame('reader.cpp', 12, 'next'),
      frame('src/parse.rs', 12),
      frame('C:/me/acme/src/lexing.rs', 3),
      frame('src/lexer.c', 12),
    ],
  ],
  [
    'PHP, Elixir, Dart, Lua, Perl, Haskell, OCaml, Swift, Julia, Bash, Valgrind',
    `  thrown in /app/src/Parser.php on line 12
    (acme 1.0.0) lib/parser.ex:12: anonymous fn/1 in Acme.Parser.next/2
#0      Parser.next (package:acme/src/parser.dart:12:5)
E5108: Error executing lua ...vim/lua/parser.lua:12: in function 'next'
	Acme::next(1, 2) called at lib/Parser.pm line 12
  error, called at src/Parser.hs:12:5 in acme-1.0:Parser
Called from Parser.next in file "src/parser.ml", line 12, characters 3-5
Fatal error: no: file Sources/Parser.swift, line 12
 [1] next(x::Int) at ./src/parser.jl:12
./lib/parser.bash: line 12: next: command not found
==7==    by 0x4B2: acme::next(char const*) (parser.c:12)`,
    [
      frame('/app/src/Parser.php', 12),
      frame('lib/parser.ex', 12, 'next'),
      frame('src/parser.dart', 12, 'next'),
      frame('lua/parser.lua', 12, 'next'),
      frame('lib/Parser.pm', 12, 'next'),
      frame('src/Parser.hs', 12),
      frame('src/parser.ml', 12, 'next'),
      frame('Sources/Parser.swift', 12),
      frame('./src/parser.jl', 12),
      frame('./lib/parser.bash', 12),
      frame('parser.c', 12, 'next'),
    ],
  ],
  [
    'the JVM, joined into one line, in JSON, and as analysers and loggers print them',
    `error: Internal error: java.lang.NullPointerException  \tat com.acme.Parser.next(Parser.java:12)  \tat com.acme.Store.run(Store.java:7)  \tat com.acme.App.main(App.java:3)
"stack":"no\\n\\tat com.acme.Loop.run(Loop.kt:9)\\n"
  At com.acme.Stack.push(Stack.java:5)
[ERROR]     at com.acme.Queue.pop(Queue.java:2)`,
    [
      frame('com/acme/Parser.java', 12, 'next'),
      frame('com/acme/Store.java', 7, 'run'),
      frame('com/acme/App.java', 3, 'main'),
      frame('com/acme/Loop.kt', 9, 'run'),
      frame('com/acme/Stack.java', 5, 'push'),
      frame('com/acme/Queue.java', 2, 'pop'),
    ],
  ],
  [
    'Java and Node, whose deepest cause is the last',
    `java.lang.Error: no
    at com.acme.App.main(App.java:3)
Caused by: java.io.IOException: no
    at com.acme.Store.read(Store.java:5)
    ... 1 more
Caused by: java.lang.Error: none
    at com.acme.Disk.seek(Disk.java:7)
    ... 2 more`,
    [
      frame('com/acme/Disk.java', 7, 'seek'),
      frame('com/acme/App.java', 3, 'main'),
      frame('com/acme/Store.java', 5, 'read'),
    ],
  ],
  [
    'PHP of Xdebug and of Symfony',
    `PHP Notice:  no in /srv/src/Parser.php on line 12
PHP Stack trace:
PHP   1. {main}() /srv/bin/acme.php:0
PHP   2. Acme\\Parser->parse($text = 'a b') /srv/src/App.php:7
  at Acme\\Store->get(object(Key))
     (src/Store.php:9)`,
    [
      frame('/srv/src/App.php', 7, 'parse'),
      frame('/srv/bin/acme.php', 0, 'main'),
      frame('/srv/src/Parser.php', 12),
      frame('src/Store.php', 9),
    ],
  ],
  [
    'Ruby, behind the time that a logger writes',
    "2020-01-02T03:04:05Z app[worker.1]: pid=4 WARN: /srv/lib/acme/client.rb:12:in `push'",
    [frame('/srv/lib/acme/client.rb', 12, 'push')],
  ],
])('reads frames of %s', (_, text, frames) => {
  expect(stackFrames(text)).toEqual(frames);
});

it('reads none in prose, in addresses, and in a line of data', () => {
  expect(stackFrames('It fails at 12:30: see https://host/a/b.py:12 and the file app.py, line 3.')).toEqual([]);
  expect(stackFrames(`File "${'a'.repeat(600)}", line 3`)).toEqual([]);
});

/** A line begins with one, and goes on with another, again and again. */
const HEADS = [
  '',
  '\tat a',
  'at a.b(',
  '#1 ',
  '#1 a',
  '==1== at 0x1: ',
  'Called from ',
  "panicked at '",
  '#1 0x1 a`b',
  'a: a:1: ',
  '"',
  'x@',
  ' ',
];
const UNITS = [
  'a',
  '$1',
  ') a ',
  ') a.cs:l ',
  ' at a',
  'a/',
  'a.',
  '.cs:',
  '<a>b__',
  'a.lua',
  ' (a',
  ' in a',
  'file ',
  ' ',
];

it('takes twice the steps for a line of twice the length', () => {
  const original = RegExp.prototype.exec;
  let tried: [RegExp, string][] = [];
  const stepsFor = (line: string): number => {
    tried = [];
    RegExp.prototype.exec = function (text) {
      tried.push([new RegExp(this), text]);
      tried.at(-1)![0].lastIndex = this.lastIndex;
      return original.call(this, text);
    };
    try {
      stackFrames(line);
    } finally {
      RegExp.prototype.exec = original;
    }
    return tried.reduce((sum, [pattern, text]) => sum + countSteps(pattern, text), 0);
  };
  for (const head of HEADS) {
    for (const unit of UNITS) {
      for (const end of ['', '.x(A.java:1)', ' x.cs:l x']) {
        const line = (length: number) => head + unit.repeat(length / unit.length) + end;
        expect(stepsFor(line(320)) / stepsFor(line(160)), line(16)).toBeLessThan(2.3);
      }
    }
  }
});
