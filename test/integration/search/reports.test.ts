/** A pasted issue: what it names counts by itself, and the words of its template count nothing. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const FILLER = 'def helper(value):\n    return value\n';
const FILLERS = Array.from({ length: 40 }, (_, at) => `def helper_${at}(value):\n    return value + ${at}\n\n`).join(
  '',
);
const ledger = (verb: string): string =>
  `def ${verb}_ledger(rows):\n    ledger = ${verb}(rows)\n    return ledger.rows\n\n`;

describe('a report', () => {
  let repo: TempRepo;

  beforeAll(async () => {
    repo = tempRepo();
    repo
      .file('acme/queue.py', 'class JobQueue:\n    def push_job(self, job):\n        self.jobs.append(job)\n')
      .file('acme/worker.py', 'def run_worker(queue):\n    for job in queue:\n        job.run()\n')
      .file('acme/store.py', 'def write_rows(rows):\n    raise IOError("disk full")\n')
      .file(
        'acme/versions.py',
        'def show_versions():\n    """Prints the environment: versions, platform, checklist."""\n',
      )
      .file('acme/colors.py', 'def paint(text):\n    return text\n')
      .file('single_include/jobs.py', 'def push_job(job):\n    # A job that is pushed twice is lost.\n    return job\n')
      .file(
        'tests/test_queue.py',
        'from acme.queue import JobQueue\n\ndef test_push_job_loses_a_job_twice():\n    JobQueue().push_job(1)\n',
      )
      .file('docs/queue.md', '# Jobs\n\nA job that is pushed twice is lost: push a job once.\n')
      .file('acme/helper.py', FILLER)
      .file('acme/ledger.py', `${ledger('open')}${FILLERS}${ledger('close')}`)
      .commit();
    await cora(repo).index();
  });

  const ask = (text: string): Promise<SearchResult> => cora(repo, { explain: true }).query(text);
  const paths = ({ results }: SearchResult): string[] => [...new Set(results.map(({ path }) => path))];
  const part = (result: SearchResult, path: string, name: string): number =>
    result.results.find((hit) => hit.path === path)?.explain?.[name]?.score ?? 0;

  it('that a test fails does not ask for tests, documents or the code of others', async () => {
    const result = await ask(
      'A job that is pushed twice is lost\n\nMy test pushes a job twice, and the docs say that the test loses a job once:\n```python\nqueue.push_job(job)\nqueue.push_job(job)\n```\n',
    );
    expect(paths(result)[0]).toBe('acme/queue.py');
    expect(part(result, 'acme/queue.py', 'defined')).toBeGreaterThan(0);
    expect(part(result, 'tests/test_queue.py', 'test')).toBeLessThan(0);
    expect(part(result, 'single_include/jobs.py', 'foreign')).toBeLessThan(0);
  });

  it('finds the file of its innermost frame, and what it names, however else it reads', async () => {
    const result = await ask(
      `Colors of the paint are wrong when the worker stops
Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/acme/worker.py", line 3, in run_worker
    job.run()
  File "/usr/lib/python3/site-packages/acme/store.py", line 2, in write_rows
    raise IOError
  File "/usr/lib/python3/io.py", line 9, in open
See https://host.example/acme/acme/blob/v1/acme/helper.py#L1 and acme/queue.py.
`,
    );
    expect(part(result, 'acme/store.py', 'frame')).toBeGreaterThan(part(result, 'acme/worker.py', 'frame'));
    expect(part(result, 'acme/worker.py', 'frame')).toBeGreaterThan(0);
    expect(part(result, 'acme/queue.py', 'namedPath')).toBeGreaterThan(0);
    expect(part(result, 'acme/helper.py', 'namedPath')).toBeGreaterThan(0);
    expect(result.report).toMatchObject({
      title: 'Colors of the paint are wrong when the worker stops',
      frames: [{ name: 'open' }, { path: '/usr/lib/python3/site-packages/acme/store.py', line: 2 }, { line: 3 }],
      paths: expect.arrayContaining(['acme/queue.py', 'acme/helper.py']),
    });
  });

  it('finds source files that its title names without their ending', async () => {
    const body =
      '\n\nSince the last release it does not work any more, and nobody can say why it ever did before.\nSee below.\n';
    const first = async (title: string): Promise<number[]> => {
      const result = await ask(title + body);
      return ['acme/colors.py', 'acme/helper.py', 'tests/test_queue.py'].map((path) => part(result, path, 'namedPath'));
    };
    expect(await first('Colors: a job in test_queue is lost')).toEqual([0.8, 0, 0]);
    expect(await first('a job of acme/helper is lost')).toEqual([0, 0.8, 0]);
    expect(await first('a job of other/helper is lost')).toEqual([0, 0, 0]);
  });

  it('is not about what its template asks for', async () => {
    const text =
      'The job queue drops what is pushed\n\nWhat is pushed is dropped by the queue of jobs, always.\n\n### Environment\nversions platform environment checklist show_versions\n';
    expect(paths(await ask(text))[0]).toBe('acme/queue.py');
  });

  it('is answered within a budget with fewer lines of each place, and fewer still of a further one', async () => {
    const text =
      'Ledger loses rows\n\nWhat `open_ledger` opens and `close_ledger` closes loses its last rows, always. It should keep all of these rows until somebody asks for them.\n';
    const linesOf = ({ results }: SearchResult): number[] =>
      results.filter(({ path }) => path === 'acme/ledger.py').map(({ startLine, endLine }) => endLine - startLine + 1);
    const whole = linesOf(await cora(repo, { limit: 10 }).query(text));
    expect(whole.slice(0, 2)).toEqual([42, 42]);
    expect(linesOf(await cora(repo, { budget: 4000 }).query(text)).slice(0, 2)).toEqual([30, 21]);
  });

  it('is none of the questions that people type', async () => {
    const { report } = await ask('where is a job pushed');
    expect(report).toBeUndefined();
  });
});

describe('a report about compiled code', () => {
  let repo: TempRepo;

  beforeAll(async () => {
    repo = tempRepo();
    const code = (name: string): string => `export function ${name}(value: string) {\n  return value;\n}\n`;
    repo
      .file('src/lib/convert/types.ts', code('readOne'))
      .file('src/lib/models/types.ts', code('readTwo'))
      .file('src/lib/view.tsx', code('readThree'))
      .file('src/index.ts', code('readFour'))
      .file('src/rules/no-loss.ts', code('readFive'))
      .file('src/rules/no-gain/index.ts', code('readSix'))
      .file('test/rules/no-loss.ts', code('readSeven'));
    for (const folder of 'abcdefg') repo.file(`src/${folder}/read-only.ts`, code(`read_${folder}`));
    repo.commit();
    await cora(repo).index();
  });

  it('is about the sources, files named with dashes, and not about files of the reporter', async () => {
    const { results } = await cora(repo, { explain: true }).query(
      `\`acme/no-loss\` fails with --no-gain

Nothing is converted any more, not even what is read-only, and my own index.ts has not changed, nor have the versions of what it imports.
\`\`\`
TypeError: no
    at readOne (/srv/app/node_modules/acme/dist/lib/convert/types.js:12:5)
    at readThree (/srv/app/node_modules/acme/dist/lib/view.js:3:5)
\`\`\`
`,
    );
    const values = (name: string): Record<string, number> =>
      Object.fromEntries(
        results.flatMap(({ path, explain }) => (explain?.[name]?.value ? [[path, explain[name].value]] : [])),
      );
    expect(values('frame')).toEqual({ 'src/lib/convert/types.ts': 1, 'src/lib/view.tsx': 0.66 });
    expect(values('namedPath')).toEqual({ 'src/rules/no-loss.ts': 0.5, 'src/rules/no-gain/index.ts': 0.8 });
  });
});

describe('a report that names places', () => {
  let repo: TempRepo;
  const body = (lines: number): string =>
    Array.from({ length: lines }, (_, at) => `        value = step_${at}(value)\n`).join('');
  const method = (name: string, lines: number): string =>
    `    def ${name}(self, value):\n${body(lines)}        return value\n\n`;
  const engine = `class Engine:
    """
    The engine builds plans: a plan that is empty fails to build, so the engine refuses empty plans,
    and whoever builds an engine with an empty plan gets the error of the engine about its plan.
    """

    def refuse_empty_plan(self, plan):
        # An empty plan fails to build.
        if plan.is_empty():
            raise EmptyPlan("the plan is empty")

class First:
${method('build', 12)}
class Second:
${method('build', 12)}${method('unroll', 98)}`;

  const DRIVERS = {
    'src/a/driver.ts': ['startAll', 'stopAll', 'runTwice', 'go'],
    'src/b/driver.ts': ['stopAll', 'startAll', 'runTwice', 'rest'],
    'src/c/moved.ts': ['prepare', 'warmUp'],
    'test/moved.test.ts': ['warmUp'],
  };

  beforeAll(async () => {
    repo = tempRepo();
    repo.file('acme/engine.py', engine).file('src/lib/engine.ts', scriptOf(['boot', 'halt', 'warm']));
    repo.file('src/main/java/acme/Engine.java', `class Engine {\n${scriptOf(['open', 'shut'])}}\n`);
    for (const [path, names] of Object.entries(DRIVERS)) repo.file(path, scriptOf(names));
    repo.commit();
    await cora(repo).index();
  });

  function scriptOf(names: readonly string[]): string {
    const line = '  value = value.plan().build().refuse();\n';
    return names.map((name) => `  function ${name}(value) {\n${line.repeat(10)}  return value;\n  }\n\n`).join('');
  }

  /** The chunk of the file's best place. */
  const placed = async (path: string, ending: string): Promise<{ symbol: string; startLine: number } | undefined> => {
    const { results } = await cora(repo).query(`An empty plan fails to build in the engine
The engine fails to build a plan that is empty, and it says so only after all of the plans were refused.

${ending}
`);
    const { symbol, chunk } = results.find((hit) => hit.path === path) ?? {};
    return symbol === undefined ? undefined : { symbol, startLine: chunk!.startLine };
  };
  const first = { symbol: 'First', startLine: 12 };
  const second = { symbol: 'build', startLine: 30 };
  const trace = (line: number, name: string): string =>
    `Traceback (most recent call last):\n  File "/lib/acme/engine.py", line ${line}, in ${name}\n    go()\nEmptyPlan: no`;

  it.each([
    ['the function of the frame', trace(16, 'build'), first],
    ['of two functions the one with the line', trace(33, 'build'), second],
    ['the function, though its line has moved', trace(9, 'build'), first],
    [
      'the part of a long function',
      trace(140, 'unroll'),
      { symbol: 'unroll', startLine: expect.toSatisfy((at) => at > 80) },
    ],
    ['the line, if no function has the name', trace(33, 'elsewhere'), second],
    ['the line behind a path', 'It stops in `acme/engine.py:33`, I think.', second],
    ['the line in words', 'It stops in acme/engine.py, line 33.', second],
    ['the line in brackets', 'It stops in acme/engine.py(33).', second],
    ['the line in a link', 'See https://host.example/acme/acme/blob/v1/acme/engine.py#L33-L35.', second],
  ])('shows %s', async (_, ending, place) => {
    expect(await placed('acme/engine.py', 'no place')).toMatchObject({ symbol: 'refuse_empty_plan' });
    expect(await placed('acme/engine.py', ending)).toEqual(place);
  });

  it('shows the places of outer frames after that of the innermost one', async () => {
    const [inner, outer] = [trace(33, 'build'), trace(140, 'unroll')];
    expect(await placed('acme/engine.py', `${outer}\n${inner}`)).toEqual(second);
    expect(await placed('acme/engine.py', `${inner}\n${outer}`)).toMatchObject({ symbol: 'unroll' });
  });

  const thrown = (name: string, place: string): string => `TypeError: no\n    at ${name} (${place}:3:5)`;
  const framed = async (name: string, place: string): Promise<string[]> => {
    const { results } = await cora(repo, { explain: true }).query(`An empty plan fails\n${thrown(name, place)}`);
    const hits = results.filter(({ explain }) => (explain?.['frame']?.value ?? 0) > 0);
    return [...new Set(hits.map(({ path }) => path))].sort();
  };

  it('shows the function of a frame in the only other file that defines it', async () => {
    expect(await framed('warmUp', 'src/lib/engine.ts')).toEqual(['src/c/moved.ts']);
    expect(await placed('src/c/moved.ts', thrown('warmUp', '/srv/src/lib/engine.ts'))).toMatchObject({
      symbol: 'warmUp',
    });
    // A name of one part, one that two files define, one of another language, one that none has.
    for (const name of ['prepare', 'stopAll', 'refuse_empty_plan', 'nowhere'])
      expect(await framed(name, 'src/lib/engine.ts')).toEqual(['src/lib/engine.ts']);
  });

  it('shows a line in both files that have its name, or in the one that defines the function', async () => {
    const both = ['src/a/driver.ts', 'src/b/driver.ts'];
    expect(await framed('nowhere', 'driver.ts')).toEqual(both);
    expect(await framed('runTwice', 'driver.ts')).toEqual(both);
    expect(await framed('rest', 'driver.ts')).toEqual(['src/b/driver.ts']);
    expect(await placed('src/a/driver.ts', 'It stops in driver.ts:33.')).toMatchObject({ symbol: 'runTwice' });
    expect(await placed('src/b/driver.ts', 'It stops in driver.ts:3.')).toMatchObject({ symbol: 'stopAll' });
  });

  it('finds the place in a file that was changed and not committed', async () => {
    repo.file('acme/engine.py', `\n\n\n${engine}`);
    expect(await placed('acme/engine.py', trace(36, 'build'))).toEqual({ symbol: 'build', startLine: 33 });
    repo.file('acme/engine.py', engine);
  });

  it('shows what Maven and compiled code point to', async () => {
    const maven = '[ERROR] /home/me/acme/src/main/java/acme/Engine.java:[20,7] cannot find symbol';
    expect(await placed('src/main/java/acme/Engine.java', maven)).toMatchObject({ symbol: 'shut' });
    const compiled = 'TypeError: no\n    at warm (/srv/node_modules/acme/dist/lib/engine.js:3:5)';
    expect(await placed('src/lib/engine.ts', compiled)).toMatchObject({ symbol: 'warm' });
    const unnamed = 'TypeError: no\n    at /srv/node_modules/acme/dist/lib/engine.js:33:5';
    expect(await placed('src/lib/engine.ts', unnamed)).not.toMatchObject({ symbol: 'warm' });
  });
});
