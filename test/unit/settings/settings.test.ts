import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { configKeyOf, type OptionSpec, type OptionType } from '../../../src/settings/optionSpec.ts';
import { settingNames, specOf } from '../../../src/settings/options.ts';
import { parseCommandLine } from '../../../src/settings/parseCommandLine.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';

// Makes the JSON schema of cora.config.json, which a test publishes in docs/.

function configSchema(): object {
  const properties = Object.fromEntries(
    settingNames().map((name) => {
      const spec = specOf(name);
      const shape =
        spec.type === 'list'
          ? { type: 'array', items: { type: 'string' } }
          : {
              ...jsonTypeOf(spec.type),
              ...(spec.choices ? { enum: spec.choices } : {}),
              ...(spec.min === undefined ? {} : { minimum: spec.min }),
            };
      return [
        configKeyOf(name),
        {
          description: descriptionOf(spec),
          ...shape,
          ...(spec.default === undefined ? {} : { default: spec.default }),
        },
      ];
    }),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'cora.config.json',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...properties },
  };
}

/** The user's own file in the home may say more than one that comes with a clone. */
function descriptionOf({ help, trusted }: OptionSpec): string {
  return trusted === undefined ? help : `${help}. In a repository's own file: ${trusted.otherwise}`;
}

function jsonTypeOf(type: OptionType): object {
  if (type === 'share') return { type: 'number', minimum: 0, maximum: 1 };
  return { type: type === 'number' ? 'integer' : type };
}

describe('parseCommandLine', () => {
  it('takes what is no command as a question', () => {
    expect(parseCommandLine(['how are hooks installed'])).toEqual({
      command: 'query',
      words: ['how are hooks installed'],
      options: {},
    });
    expect(parseCommandLine(['-k', '3', 'where', 'is', 'it'])).toEqual({
      command: 'query',
      words: ['where', 'is', 'it'],
      options: { limit: 3 },
    });
  });

  it.each([
    'where is it',
    'which files are skipped',
    'async iterator',
    'null check',
    'server start',
    'clear the cache',
    'task queue',
  ])('takes words of which the first only resembles a command as a question: %s', (text) => {
    expect(parseCommandLine(text.split(' '))).toMatchObject({ command: 'query', words: text.split(' ') });
    expect(parseCommandLine([text])).toMatchObject({ command: 'query', words: [text] });
  });

  it('says what a mistyped command would be, and how to search for it all the same', () => {
    expect(() => parseCommandLine(['quary', 'sort routes'])).toThrow(
      expect.objectContaining({
        exitCode: 2,
        hint: "cora query 'sort routes'   or, to search for it: cora query 'quary sort routes'",
      }),
    );
  });

  it('takes anything behind -- as text', () => {
    expect(parseCommandLine(['query', '--json', '--', '--not-a-flag', '-x'])).toEqual({
      command: 'query',
      words: ['--not-a-flag', '-x'],
      options: { json: true },
    });
  });

  it('takes a word behind -- for a question, also where a command is called so', () => {
    expect(parseCommandLine(['--', 'status'])).toEqual({ command: 'query', words: ['status'], options: {} });
  });

  it.each([
    [['-k', '5', 'query', 'locks'], { command: 'query', words: ['locks'], options: { limit: 5 } }],
    [['--limit=5', 'grep', 'locks'], { command: 'grep', words: ['locks'], options: { limit: 5 } }],
    [['--store', 'status', 'files'], { command: 'files', words: [], options: { store: 'status' } }],
    [['--top-k', '5', 'symbols', 'open'], { command: 'symbols', words: ['open'], options: { limit: 5 } }],
    [['--json', 'status'], { command: 'status', words: [], options: { json: true } }],
    [['-', 'status'], { command: 'query', words: ['-', 'status'], options: {} }],
  ])('finds the command behind flags and their values: %j', (argv, parsed) => {
    expect(parseCommandLine(argv)).toEqual(parsed);
  });

  it.each(['index', 'signer', 'bundle', 'trust-root'])('refuses a second, other --%s', (name) => {
    const command = name === 'index' ? 'query' : 'pull';
    expect(() => parseCommandLine([command, `--${name}`, 'a', `--${name}=b`, 'x'])).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: `--${name} takes one value, and there are two: a and b.`,
        hint: expect.stringMatching(/one/),
      }),
    );
    expect(parseCommandLine([command, `--${name}`, 'a', `--${name}=a`, 'x']).options).toEqual({ [name]: 'a' });
  });

  it('takes the last of other values', () => {
    expect(parseCommandLine(['query', '-k', '3', '-k', '5', 'x']).options).toEqual({ limit: 5 });
  });

  it('collects lists and knows other spellings', () => {
    expect(parseCommandLine(['query', '--path', 'src/**', '-p=*.go', '--top-k=5', 'x']).options).toEqual({
      path: ['src/**', '*.go'],
      limit: 5,
    });
    expect(parseCommandLine(['query', '--no-color', 'x']).options).toEqual({ color: false });
    const colored = { '--color': true, '--color never': false, '--color=always': true, '--color=auto': undefined };
    for (const [flags, color] of Object.entries(colored)) {
      const { words, options } = parseCommandLine([...flags.split(' '), 'query', 'x', '--quiet']);
      expect({ words, options }).toEqual({ words: ['x'], options: { color, quiet: true } });
    }
    const grep = parseCommandLine(['grep', '-rEn', '-A3', '--include', '*.ts', '-t', 'go', 'x', 'src', 'docs/a.md']);
    expect(grep.words).toEqual(['x', 'src', 'docs/a.md']);
    expect(grep.options).toEqual({ 'line-number': true, context: 3, path: ['*.ts'], lang: ['go'] });
    expect(parseCommandLine(['grep', '-A5', '-B1', 'x']).options).toEqual({ context: 5 });
    expect(parseCommandLine(['grep', '-g', '*.{ts,js}', 'x']).options).toEqual({ path: ['*.{ts,js}'] });
    expect(parseCommandLine(['index', '--include', '*.ts']).options).toEqual({ include: ['*.ts'] });
    expect(parseCommandLine(['query', 'x', '--color', 'nevermore']).words).toEqual(['x', 'nevermore']);
    expect(parseCommandLine(['grep', '-iwk5', 'x']).options).toEqual({ 'ignore-case': true, word: true, limit: 5 });
    expect(parseCommandLine(['grep', '-i=false', 'x']).options).toEqual({ 'ignore-case': false });
  });

  it.each([
    [['indx'], /no command "indx"/],
    [['--json', 'indx'], /no command "indx"/],
    [['quary', 'sortRoutes'], /no command "quary"/],
    [['qurey', '-k', '3', 'x', 'y'], /no command "qurey"/],
    [['gerp', 'TODO'], /no command "gerp"/],
    [['symbol', 'Store'], /no command "symbol"/],
    [['hepl'], /no command "hepl"/],
    [['query', '--limt', '3', 'x'], /no option --limt/],
    [['query', '--limit', 'many', 'x'], /--limit wants a whole number/],
    [['query', '-k', '0', 'x'], /^-k wants a whole number of at least 1/],
    [['query', '--limit', '0', 'x'], /at least 1/],
    [['query', '--mode', 'magic', 'x'], /one of hybrid, words, vectors/],
    [['query', '--limit'], /--limit needs a value/],
    [['version'], /no command "version"/],
    [['index', 'a', 'b'], /^"b" is too much: cora index takes one word\.$/],
    [['files', 'extra'], /^"extra" is too much: cora files takes no words\.$/],
    [['repos', 'add', 'a', 'b'], /^"b" is too much: cora repos takes two words\.$/],
    [['grep'], /^A word is missing behind "cora grep"\.$/],
    [['refs', 'a', 'b'], /^"b" is too much: cora refs takes one word\.$/],
    [['symbols', ''], /^A word behind "cora symbols" is empty: is a variable not set\?$/],
    [['verify', ' '], /^A word behind "cora verify" is empty/],
    [['pull', ''], /^A word behind "cora pull" is empty/],
    [['grep', '-iz', 'x'], /no option -z/],
  ])('refuses %j', (argv, message) => {
    expect(() => parseCommandLine(argv)).toThrow(message);
  });

  it.each([
    [['files', 'extra'], 'Usage: cora files   (only some of them: -p GLOB)'],
    [['grep'], 'Usage: cora grep PATTERN [FILE OR FOLDER...]'],
    [['grep', '-e', 'x'], expect.stringContaining('begins with a dash goes behind --')],
    [['grep', '-l', 'x'], expect.stringContaining('-l is --lang')],
    [['version'], 'cora --version   or, to search for it: cora query version'],
  ])('says what to type instead of %j', (argv, hint) => {
    expect(() => parseCommandLine(argv)).toThrow(expect.objectContaining({ hint }));
  });

  it('takes "version" with other words for a question', () => {
    expect(parseCommandLine(['version', 'check'])).toMatchObject({ command: 'query', words: ['version', 'check'] });
  });
});

describe('resolveOptions', () => {
  it('prefers flag, then variable, then config, then default', () => {
    const config = { limit: 7, mode: 'words', exclude: ['docs/**'] };
    const env = { CORA_LIMIT: '5', CORA_INCLUDE: 'a/**,b/**' };
    const options = resolveOptions({ mode: 'vectors' }, env, config);
    expect(options).toMatchObject({
      mode: 'vectors',
      limit: 5,
      include: ['a/**', 'b/**'],
      exclude: ['docs/**'],
      'max-file-size': 2_000_000,
    });
  });

  it('does not let a variable set what is no setting', () => {
    expect(resolveOptions({}, { CORA_FULL: '1' }, null).full).toBeUndefined();
  });

  it.each([
    [{ limt: 3 }, /unknown key "limt"/],
    [{ limit: 'x' }, /"limit" in cora.config.json wants/],
    [[], /one JSON object/],
    [{ exclude: [1] }, /a list of texts/],
    [{ embedder: 'openai:text-embedding-3-small' }, /your own choice: --embedder/],
    [{ rerank: 'transformers:./model' }, /your own choice: --rerank/],
    [{ model: 'ollama:tiny' }, /your own choice: --model/],
    [{ store: '/home/someone/.ssh' }, /in the Git directory/],
    [{ store: 'elsewhere' }, /in the Git directory/],
  ])('refuses the config %j', (config, message) => {
    expect(() => resolveOptions({}, {}, config)).toThrow(message);
  });

  it('gives a config file of a clone no more parser threads than there are cores', () => {
    const cores = availableParallelism();
    expect(resolveOptions({}, {}, { jobs: 100_000 }).jobs).toBe(cores);
    expect(resolveOptions({}, {}, { jobs: 0 }).jobs).toBe(0);
    expect(resolveOptions({}, {}, { jobs: cores + 1 }, true).jobs).toBe(cores + 1);
    expect(resolveOptions({}, { CORA_JOBS: String(cores + 1) }, null).jobs).toBe(cores + 1);
    expect(resolveOptions({ jobs: cores + 1 }, {}, { jobs: 1 }).jobs).toBe(cores + 1);
  });

  it('quotes nothing that may be a secret, but what is short or plain', () => {
    const key = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
    const wrong: [Record<string, string>, unknown][] = [
      [{}, { [key]: true }],
      [{}, { limit: key }],
      [{}, { hooks: { [key]: key } }],
      [{}, { exclude: [key, 3] }],
      [{}, { mode: key }],
      [{ CORA_LIMIT: key }, null],
    ];
    for (const [env, config] of wrong) {
      const said = messageOf(() => resolveOptions({}, env, config));
      expect(said).not.toContain(key.slice(4, 10));
    }
    expect(messageOf(() => resolveOptions({}, {}, { limit: key }))).toMatch(/not a text of 40 characters/);
    expect(messageOf(() => resolveOptions({}, {}, { limit: 'a hundred results' }))).toMatch(/not "a hundred results"/);
  });

  it('names the variable that is wrong', () => {
    expect(() => resolveOptions({}, { CORA_LIMIT: 'ten' }, null)).toThrow(/CORA_LIMIT/);
  });
});

it('describes every setting in the schema', () => {
  const { properties } = configSchema() as { properties: Record<string, unknown> };
  expect(Object.keys(properties)).toMatchInlineSnapshot(`
    [
      "$schema",
      "store",
      "embedder",
      "include",
      "exclude",
      "maxFileSize",
      "jobs",
      "limit",
      "budget",
      "mode",
      "lines",
      "diversity",
      "related",
      "weight",
      "rerank",
      "commentary",
      "commentaryLimit",
      "commentaryTokens",
      "commentaryRate",
      "model",
      "answerTokens",
      "temperature",
      "history",
      "token",
      "reposUrls",
      "reposBaseDir",
      "reposSyncInterval",
      "reposSyncTimeout",
      "reposMaxFileSize",
      "reposMaxResults",
    ]
  `);
});

it('publishes the schema of cora.config.json (npx vitest run --project shared test/unit/settings/settings.test.ts -u writes it)', async () => {
  await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/cora.config.schema.json',
  );
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error('it went well');
}
