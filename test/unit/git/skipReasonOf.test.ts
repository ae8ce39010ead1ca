import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_RULES,
  defaultRuleOf,
  type PathContext,
  SECRET_RULES,
  secretRuleOf,
  skipReasonOf,
  type ViewSettings,
} from '../../../src/git/skipReasonOf.ts';
import fc from '../../helpers/fastCheck.ts';
import { PLAIN_SETTINGS } from '../../helpers/viewSettings.ts';

/** For each rule: what it leaves out, and what looks like it and stays. */
const DEFAULTS: Record<string, { out: string[]; stays: string[] }> = {
  'Git directory': { out: ['.git/config', 'a/.git/HEAD'], stays: ['.github/x.yml', 'a.git/b'] },
  node_modules: { out: ['node_modules/a.js', 'x/node_modules/b/c.ts'], stays: ['src/node_modules.ts'] },
  vendor: {
    out: ['vendor/a.go', 'web/vendor/b.php'],
    stays: ['src/vendor.go', 'vendors/a.go', 'orm/src/main/java/org/orm/jpa/vendor/Database.java'],
  },
  'Python environment': { out: ['.venv/lib/a.py', 'venv/a.py', 'x/site-packages/b.py'], stays: ['src/venv.py'] },
  'Carthage and Pods': { out: ['Pods/A/a.m', 'ios/Carthage/b.swift'], stays: ['pod/a.m'] },
  'build output': {
    out: ['dist/a.js', 'build/a.o.txt', 'packages/@x/y/dist/index.js', 'target/debug/a.d', 'app/out/a.txt'],
    stays: [
      'src/build/index.ts',
      'spring-aop/src/main/java/org/springframework/aop/target/HotSwap.java',
      'tpl/a/b/c/d/build/x.html',
      'build.ts',
      '.github/actions/build/action.yml',
      'internal/target/a.go',
      'dev/build/esbuild.js',
    ],
  },
  'tool cache': { out: ['a/__pycache__/x.txt', '.next/a.js', '.terraform/x.tf'], stays: ['next/a.js'] },
  'lock file, npm and other JavaScript': {
    out: ['package-lock.json', 'a/yarn.lock', 'pnpm-lock.yaml', 'bun.lockb'],
    stays: ['package.json', 'yarn.lock.md'],
  },
  'lock file, Python': { out: ['poetry.lock', 'Pipfile.lock', 'uv.lock'], stays: ['Pipfile'] },
  'lock file, Rust': { out: ['Cargo.lock'], stays: ['Cargo.toml'] },
  'lock file, Go': { out: ['go.sum', 'x/go.work.sum'], stays: ['go.mod'] },
  'lock file, PHP and Ruby': { out: ['composer.lock', 'Gemfile.lock'], stays: ['composer.json', 'Gemfile'] },
  'lock file, .NET and JVM': { out: ['packages.lock.json', 'gradle.lockfile'], stays: ['gradle.properties'] },
  'lock file, Apple': { out: ['Podfile.lock', 'Package.resolved'], stays: ['Podfile'] },
  'lock file, others': {
    out: ['mix.lock', 'flake.lock', '.terraform.lock.hcl'],
    stays: ['lock.c', 'src/file.lock.ts'],
  },
  minified: { out: ['a.min.js', 'b-min.css', 'x.min.mjs'], stays: ['admin.js', 'min.js'] },
  bundle: { out: ['app.bundle.js', 'x/1.chunk.css'], stays: ['bundle.js'] },
  'source map': { out: ['a.js.map', 'b.css.map', 'c.d.ts.map'], stays: ['world.map', 'map.ts'] },
  image: { out: ['a.png', 'b/C.SVG', 'favicon.ico'], stays: ['png.ts', 'a.png.md', '.png'] },
  sound: { out: ['a.mp3'], stays: ['mp3.c'] },
  video: { out: ['a.mp4'], stays: ['video.c'] },
  font: { out: ['a.woff2', 'b.ttf'], stays: ['ttf.py'] },
  'office document': { out: ['a.pdf', 'b.docx'], stays: ['pdf.ts'] },
  '3D model': { out: ['a.glb'], stays: ['blend.c'] },
  archive: { out: ['a.zip', 'b.tar.gz'], stays: ['zip.c'] },
  package: { out: ['a.jar', 'b.whl'], stays: ['jar.py', '__snapshots__/a.snap'] },
  'object code': { out: ['a.exe', 'b.so', 'C.class', 'd.pyc'], stays: ['class.ts', 'a.obj.ts'] },
  database: { out: ['a.sqlite3', 'b.parquet'], stays: ['sqlite.c'] },
  'model or array': { out: ['a.npy', 'b.onnx', 'c.safetensors'], stays: ['npy.py'] },
  'compiled catalogue': { out: ['locale/de.mo'], stays: ['de.po'] },
};

describe('default rules', () => {
  test('leave out the folders of build output that the docs name, where they say, until one is included', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/search.md'), 'utf8');
    const said =
      /^Build output is everything in a folder (.*?), if at most[\s\S]*?called ([\s\S]*?)\s+or begins[\s\S]*?as in `(.*?)`[\s\S]*?`"include": \["(.*?)"\]`/m;
    const [, output = '', sources = '', example = '', glob = ''] = said.exec(page)!;
    const named = (text: string): string[] => [...text.matchAll(/`(.*?)`/g)].map(([, name]) => name!);
    expect(named(output)).toEqual(['dist', 'build', 'out', 'target']);
    const isOutput = (path: string): boolean => defaultRuleOf(path)?.name === 'build output';
    for (const folder of named(output)) {
      expect(['', 'a/', 'a/b/', 'a/b/c/', 'a/b/c/d/'].map((above) => isOutput(`${above}${folder}/x.js`))).toEqual([
        ...[true, true, true, true, false],
      ]);
      expect(['.a', ...named(sources)].filter((above) => isOutput(`${above}/${folder}/x.js`))).toEqual([]);
    }
    const reason = (include: string[]) =>
      skipReasonOf(example, 5, '100644', { ...PLAIN_SETTINGS, include })?.reason ?? null;
    expect([reason([]), reason([glob])]).toEqual(['generated', null]);
  });

  test('each rule has a test', () => {
    expect(Object.keys(DEFAULTS).sort()).toEqual(DEFAULT_RULES.map(({ name }) => name).sort());
  });

  test.each(Object.entries(DEFAULTS))('%s', (name, { out, stays }) => {
    expect(out.map((path) => [path, defaultRuleOf(path)?.name])).toEqual(out.map((path) => [path, name]));
    expect(stays.map((path) => [path, defaultRuleOf(path)?.name])).toEqual(stays.map((path) => [path, undefined]));
  });
});

const SECRETS: Record<string, { out: string[]; stays: string[] }> = {
  'environment file': {
    out: [
      '.env',
      'a/.env.local',
      '.env.production',
      '.envrc',
      'prod.env',
      '.env_dev',
      'prod.env.txt',
      'env',
      'a/env.local',
    ],
    stays: ['.env.example', '.env.sample', 'a/.env.template', 'example.env', 'src/env.ts', '.environment', 'env/a.ts'],
  },
  'private SSH key': {
    out: ['id_rsa', 'keys/id_ed25519', 'id_rsa.bak', 'id_rsa~', 'id_ecdsa.old.1'],
    stays: ['id_rsa.pub', 'id_rsa.pub.bak', 'id_rsa_test.go'],
  },
  'key or certificate store': {
    out: ['server.pem', 'a/tls.key', 'a/tls.key.txt', 'server.pem-old', 'x.P12', 'android.keystore'],
    stays: ['key.ts', 'a.crt', 'pem.go'],
  },
  'password database': { out: ['team.kdbx'], stays: ['kdbx.py'] },
  'registry login': { out: ['.npmrc', 'a/.pypirc'], stays: ['npmrc.ts'] },
  'Docker login': { out: ['.docker/config.json', '.dockerconfigjson'], stays: ['docker/config.json'] },
  'machine login': {
    out: ['.netrc', '_netrc', '.git-credentials', '.pgpass', '.htpasswd', 'conf/htpasswd'],
    stays: ['netrc.py', 'src/pgpass.go'],
  },
  'credentials file': {
    out: ['credentials', 'x/credentials.json', 'aws_credentials.ini', 'credentials.yml.enc', '.credentials'],
    stays: ['credentials.py', 'src/Credentials.java', 'credentials.sample.json', 'docs/credentials.md'],
  },
  'secrets file': {
    out: ['secrets.yml', 'k8s/secrets.yaml', 'config/secrets.json'],
    stays: ['secrets.py', 'secrets.go', 'secrets'],
  },
  'service account': {
    out: ['service-account.json', 'serviceAccountKey.json', 'gcp-service_account-prod.json'],
    stays: ['service-account.ts', 'service.json'],
  },
  'OAuth client secret': { out: ['client_secret.json', 'client_secret_123.apps.json'], stays: ['client.json'] },
  'Terraform state': { out: ['terraform.tfstate', 'a.tfstate.backup'], stays: ['main.tf'] },
  'VPN profile': { out: ['office.ovpn'], stays: ['ovpn.c'] },
  'token file': { out: ['.vault-token', '.vault_pass', 'vault-password.txt'], stays: ['token.ts', 'vault_pass.go'] },
  'cluster login': {
    out: ['kubeconfig', 'prod.kubeconfig', 'kubeconfig.yaml'],
    stays: ['kubeconfig.go', 'src/kubeconfig/a.go'],
  },
  'key directory': {
    out: ['.ssh/config', 'home/.aws/config', '.gnupg/pubring.kbx'],
    stays: ['src/ssh/config.go', 'aws/main.tf'],
  },
};

describe('secrets', () => {
  test('each rule has a test', () => {
    expect(Object.keys(SECRETS).sort()).toEqual(SECRET_RULES.map(({ name }) => name).sort());
  });

  test.each(Object.entries(SECRETS))('%s', (name, { out, stays }) => {
    expect(out.map((path) => [path, secretRuleOf(path)])).toEqual(out.map((path) => [path, name]));
    expect(stays.map((path) => [path, secretRuleOf(path)])).toEqual(stays.map((path) => [path, undefined]));
  });

  test('are never indexed, also where they are included or said to be no secrets', () => {
    const settings = { include: ['**'], exclude: [], maxFileSize: 1e9 };
    for (const path of Object.values(SECRETS).flatMap(({ out }) => out)) {
      expect([path, skipReasonOf(path, 5, '100644', settings)?.reason]).toEqual([path, 'secret']);
    }
  });
});

describe('order of the rules', () => {
  const reason = (
    path: string,
    settings: Partial<ViewSettings> = {},
    context: Partial<PathContext> = {},
    size = 5,
  ): string | undefined =>
    skipReasonOf(
      path,
      size,
      '100644',
      { ...PLAIN_SETTINGS, ...settings },
      {
        generated: undefined,
        vendored: undefined,
        filter: undefined,
        ignoredBy: undefined,
        ...context,
      },
    )?.reason;

  test('what is no regular file is named so', () => {
    expect(skipReasonOf('a.c', 5, '120000', PLAIN_SETTINGS)).toEqual({ reason: 'link' });
    expect(skipReasonOf('a.c', 0, '160000', PLAIN_SETTINGS)).toEqual({ reason: 'submodule' });
    expect(skipReasonOf('a.c', 5, '040000', PLAIN_SETTINGS)).toEqual({ reason: 'not-regular' });
    expect(skipReasonOf('a.c', 5, '100755', PLAIN_SETTINGS)).toBeNull();
  });

  test('sizes: missing, empty, at the limit, above it', () => {
    expect(reason('a.c', {}, {}, -1)).toBe('missing-blob');
    expect(reason('a.c', {}, {}, 0)).toBe('empty');
    expect(reason('a.c', { maxFileSize: 100 }, {}, 100)).toBeUndefined();
    expect(reason('a.c', { maxFileSize: 100 }, {}, 101)).toBe('too-large');
    expect(reason('a.c', { maxFileSize: 100, include: ['a.c'] }, {}, 101)).toBe('too-large');
  });

  test('include brings back what the default rules and attributes leave out', () => {
    expect(reason('vendor/a.go')).toBe('vendored');
    expect(reason('vendor/a.go', { include: ['vendor/**'] })).toBeUndefined();
    expect(reason('a.go', {}, { generated: true })).toBe('generated');
    expect(reason('a.go', { include: ['*.go'] }, { generated: true })).toBeUndefined();
  });

  test('exclude, ignore files and filters are stronger than include', () => {
    expect(reason('a.go', { include: ['**'], exclude: ['*.go'] })).toBe('excluded');
    expect(reason('a.go', { include: ['**'] }, { ignoredBy: '.coraignore' })).toBe('ignored');
    expect(reason('a.go', { include: ['**'] }, { filter: 'lfs' })).toBe('filtered');
  });

  test('an attribute that is unset takes the default rule back', () => {
    expect(reason('vendor/a.go', {}, { vendored: false })).toBeUndefined();
    expect(reason('dist/a.js', {}, { generated: false })).toBeUndefined();
    expect(reason('a.min.js', {}, { generated: false })).toBeUndefined();
    expect(reason('vendor/a.go', {}, { generated: false })).toBe('vendored');
    expect(reason('yarn.lock', {}, { generated: false, vendored: false })).toBe('lock-file');
  });
});

describe('rules that are tested at once', () => {
  /** These also depend on the folders above. */
  const PLACED = ['vendor', 'build output'];
  const names = fc.constantFrom(
    ...['src', 'vendor', 'out', '.ssh', '.docker', 'config.json', '.netlify', 'state.json', '.gem', 'credentials'],
    ...['node_modules', '.git', 'a.png', 'go.sum', 'id_rsa', 'prod.env', 'x.min.js', '.aws', 'main.c', '.cargo'],
  );

  test('find in any folder what each rule alone finds, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.array(names, { minLength: 1, maxLength: 5 }), { maxLength: 20 }), (some) => {
        for (const parts of some) {
          const path = parts.join('/');
          const isSecret = SECRET_RULES.some(({ pattern }) => pattern.test(path));
          expect([path, secretRuleOf(path) !== undefined]).toEqual([path, isSecret]);
          const rules = DEFAULT_RULES.filter(({ name, pattern }) => !PLACED.includes(name) && pattern.test(path));
          const found = defaultRuleOf(path);
          if (found === undefined || !PLACED.includes(found.name)) expect([path, found]).toEqual([path, rules[0]]);
        }
      }),
    );
  });
});
