/** What is read of an issue: its parts, and what its template asks for left out. */

import { describe, expect, it } from 'vitest';
import { isReport, readReport } from '../../../src/search/question/report.ts';
import { namesIn, readQuestion, weighTerms } from '../../../src/search/question.ts';

const ISSUE = `Parser.next loses the last token of a \`TokenStream\`
<!-- Thank you for the report!
Please search first. -->
### Checklist
- [x] I have searched
- [ ] I want to fix it
### Describe the bug
Since the upgrade the last token is gone, see https://host.example/acme/acme/blob/main/src/acme/parse.py#L12
and the code in \`src/acme/stream.py\`.

It was there before.
### Steps to reproduce
\`\`\`python
from acme import TokenStream
stream = acme.parse.read_all("a b")  # Environment:
version: 1.2.3
\`\`\`

    indented_call(1)

>>> acme.tokens()
ValueError: no token at the end
<details><summary>Versions</summary>
hidden_package: here
</details>
### Environment
Acme runs on a toaster.

python: 3.8.3
### Additional context
A last word.
LC_ALL: None
numpy 1.18.5
`;

describe('readReport', () => {
  const report = readReport(ISSUE);

  it('tells title, first paragraph, prose and code apart', () => {
    expect(report.title).toBe('Parser.next loses the last token of a `TokenStream`');
    expect(report.first).toMatch(/^Since the upgrade the last token is gone, see\s+and the code in/);
    expect(report.prose).toContain('It was there before.');
    expect(report.prose).toContain('A last word.');
    expect(report.prose).not.toContain('read_all');
    expect(report.code.split('\n')).toEqual(
      expect.arrayContaining(['from acme import TokenStream', '    indented_call(1)', '>>> acme.tokens()']),
    );
  });

  it('leaves out what a template asks for', () => {
    const all = [report.title, report.prose, report.code].join('\n');
    for (const part of [
      'Thank you',
      'search',
      'toaster',
      'hidden',
      '1.18',
      '3.8',
      'LC_ALL',
      'https',
      'Describe',
      'Steps',
    ])
      expect(all).not.toContain(part);
  });

  it('reads paths, linked files and errors', () => {
    expect(report.linked).toEqual([{ path: 'src/acme/parse.py', line: 12, name: '' }]);
    expect(report.paths).toEqual(expect.arrayContaining([{ path: 'src/acme/stream.py', line: 0, name: '' }]));
    expect(report.errors[0]).toBe('ValueError: no token at the end');
  });

  it('takes the error at its end for the title of a trace', () => {
    const trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nKeyError: the name\n';
    expect(readReport(trace)).toMatchObject({
      title: 'KeyError: the name',
      frames: [{ path: 'a.py', line: 3, name: 'f' }],
    });
  });

  it('parts an issue that was pasted as one line', () => {
    const line =
      'Capture fails in a destructor **Describe the bug** When it ends ``` run(); ``` it asserts. ## Additional context none';
    const one = readReport(line);
    expect(one.title).toBe('Capture fails in a destructor');
    expect(one.first).toBe('When it ends');
    expect(one.code.trim()).toBe('run();');
    expect(readReport('The parser does not read it all. It stops before the end of the file.').title).toBe(
      'The parser does not read it all.',
    );
  });

  it('keeps what stands behind a long heading of a template in one line', () => {
    const { prose } = readReport(
      'Pretty print **Is your feature request related to a problem? Please describe.** There is no way to print a `dom::element`. ** Are you willing to contribute code or documentation toward this new feature? ** Perhaps',
    );
    expect(prose.split('\n').map((line) => line.trim())).toEqual([
      'There is no way to print a `dom::element`.',
      'Perhaps',
    ]);
    const wish = `Please make sure that ${'an element is printed as it was read, '.repeat(5)}and no other.`;
    expect(readReport(`Pretty print\n${wish}`).prose).toBe(wish);
  });

  it('leaves out what templates of many projects ask for', () => {
    const { prose } = readReport(`Rename is not seen
- **Acme Version:** v1.8
* Operating system: Linux
  - OS/Distro + version: Debian
- Acme: 1.2.3
Acme version v1.8
- **Acme version** 1.8
Acme Version: \`1.8\`
[NOTE]: # ( Be brief )
The watcher forgets the old folder.
![Screenshot_2020-11-20](https://host.example/a.png)
In this version: a rename is lost.
**Desktop (please complete the following information):**
Toaster
`);
    expect(prose).toBe('The watcher forgets the old folder.\nIn this version: a rename is lost.');
  });

  it('leaves out one paragraph below a heading that is not marked', () => {
    const { prose } = readReport(`Rename is not seen
Acme version:

1.8 of last week

The watcher forgets the old folder.

## Environment
toaster

oven
`);
    expect(prose).toBe('The watcher forgets the old folder.');
  });

  it('finds in the title what may name a file', () => {
    const parts = (title: string): readonly string[] => readReport(`${title}\nIt fails.`).parts;
    expect(parts('Perl: heredocs are not read')).toEqual(['Perl']);
    expect(parts('[parse-url] fails for app/view and get_tree')).toEqual(['parse-url', 'app/view', 'get_tree']);
    expect(parts('fix(core)!: a crash')).toEqual(['core']);
    for (const title of ['It fails', 'Error: it fails', '[Bug] it fails', 'libgit2 v1.2 fails'])
      expect(parts(title)).toEqual([]);
  });

  it('leaves out what forms ask for', () => {
    const form = readReport(`[Bug]: \`Parser\` drops tokens
### Is there an existing issue for this?
- [x] I have searched
### What steps will reproduce the problem?
Hello,

The parser drops its last token, ![screen shot](https://host.example/a.png) always.
<img width="990" alt="Image" src="https://host.example/b.png" />

**If the current behavior is a *bug*, please provide the steps.**
Please include your initializer.
<pre>
[x] Bug
[ ] Feature Request
</pre>
Ruby version: 2.6.5
Acme / Pro version(s): 5.2.5
- **Operating System**: Windows 10
| PHP version | 8.4.10
The version: it says that it is none.

## \`lib/tokens.rb\`
### Used Package Manager
npm
### eslint-plugin-acme version
v7.37.5
`);
    expect(form.prose.split(/\n+/).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      'Hello,',
      'The parser drops its last token, always.',
      'The version: it says that it is none.',
      '## `lib/tokens.rb`',
    ]);
    expect(readReport('# Version is wrong\n\nThe version is wrong.\n').prose).toBe('The version is wrong.');
  });

  it('reads hostile texts in linear time', () => {
    for (const unit of [
      '<!--',
      '<details>',
      '```\n',
      '# ',
      '**',
      'a.',
      'a/',
      'python: 1.',
      '- [x]\n',
      'https://',
      '\n\n',
      'a(',
      '![a](',
      'a-',
      '[a]: # ',
      '- a version ',
      '<img ',
      '![',
      'OS ',
      '**a',
    ]) {
      const { title, prose, code } = readReport(`title\n${unit.repeat(500_000 / unit.length)}`);
      readReport(unit.trim().repeat(100_000 / unit.length));
      expect(title.length + prose.length + code.length).toBeLessThan(250_000);
      namesIn(unit.repeat(100_000 / unit.length), true);
    }
  });
});

describe('isReport', () => {
  const words = (text: string): boolean => isReport(text, text.split(/\s+/).length);

  it('is true for several lines that say much, or that hold code or a frame', () => {
    expect(words(ISSUE)).toBe(true);
    expect(words('it fails\n```\nrun()\n```')).toBe(true);
    expect(words('it fails\n  at run (/src/a.js:1:2)')).toBe(true);
    expect(words(ISSUE.replaceAll('\n', ' '))).toBe(true);
    expect(words(`${ISSUE}\nModel: Toaster 7\nUser agent: none`)).toBe(true);
  });

  it('is false for a question, a few lines, and a chat', () => {
    expect(words('where are uncommitted files chunked')).toBe(false);
    expect(words('where are\nuncommitted files chunked')).toBe(false);
    expect(words('how does the parser find the end of a token, and what does it do where there is none')).toBe(false);
    expect(words(`User: ${'word '.repeat(50)}\nAssistant: yes`)).toBe(false);
  });
});

describe('a report as a question', () => {
  const question = readQuestion(ISSUE);

  it('keeps its text, and is searched for without what says nothing', () => {
    expect(question.text).toBe(ISSUE);
    expect(question.subject).not.toContain('toaster');
    expect(question.lead!.subject.split('\n')[0]).toBe(question.report!.title);
    expect(question.lead!.subject).not.toContain('It was there before');
  });

  it('weighs the title above the rest', () => {
    const terms = weighTerms(question, () => 1).terms;
    const weightOf = (term: string): number => terms.find((one) => one.term === term)?.weight ?? 0;
    expect(weightOf('lose')).toBeGreaterThan(weightOf('upgrad'));
    expect(terms.every(({ weight }) => weight > 0 && weight <= 1)).toBe(true);
  });

  it('asks for few letters of a path in another script, and for all of the words around', () => {
    const lines = [
      'Rewrite fails',
      ...Array.from({ length: 30 }, (_, at) => `frame reading module${'abcdefghij'[at % 10]}Part${at} here`),
    ];
    lines.push('ERROR collecting 基线/代理策略/二级代理迭代二/在线用户更新/上线用户/test_user.py');
    const { terms, joined } = weighTerms(readQuestion(lines.join('\n')), (term) =>
      /\p{Script=Han}/u.test(term) ? 2 : 1,
    );
    expect(terms.filter(({ term }) => /\p{Script=Han}/u.test(term)).length).toBeLessThanOrEqual(4);
    expect(joined.some(({ term }) => /\p{Script=Han}/u.test(term))).toBe(false);
    const chinese = weighTerms(
      readQuestion(`${'在线用户更新失败，重写策略的代理没有返回结果。'.repeat(20)}\n请问为什么？`),
      () => 1,
    );
    expect(chinese.terms.filter(({ term }) => /\p{Script=Han}/u.test(term)).length).toBeGreaterThan(10);
  });

  it('asks for few numbers of a log, and for all of its words', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `10:${at} job ${at + 60} failed in x${at}: trace=${at * 7919}`);
    const { terms } = weighTerms(readQuestion(lines.join('\n')), () => 1);
    const words = terms.map(({ term }) => term);
    expect(words).toEqual(expect.arrayContaining(['job', 'fail', 'trac']));
    expect(words.filter((word) => /^(?:\d+|[a-z])$/.test(word))).toHaveLength(4);
  });

  it('names what stands in back-ticks, is qualified, or is called', () => {
    expect(namesIn('`stop` and Parser.next, xs.open_file( and self.run_all but not e.g. word', false)).toEqual([
      { written: 'stop', scope: [] },
      { written: 'next', scope: ['Parser'] },
      { written: 'open_file', scope: ['xs'] },
      { written: 'run_all', scope: [] },
    ]);
    expect(namesIn('start(1); a = b', true)).toEqual([{ written: 'start', scope: [] }]);
  });
});
