import { expect, it } from 'vitest';
import { fileFeaturesOf } from '../../../src/languages/fileFeatures.ts';

it('a path is prose by its language, which in another repository may be another one', () => {
  expect(fileFeaturesOf('tools/run', 'bash')).toMatchObject({ prose: false, test: false });
  expect(fileFeaturesOf('tools/run', 'text')).toMatchObject({ prose: true, test: false });
  expect(fileFeaturesOf('tools/run', 'bash').prose).toBe(false);
  expect(fileFeaturesOf('share/translations/acme_zh_TW.ts', 'typescript').prose).toBe(true);
  expect(fileFeaturesOf('src/translations/load.ts', 'typescript').prose).toBe(false);
});

it('tells tests, examples and old versions by their folders and names', () => {
  const kindsOf = (path: string) => {
    const { test, example, legacy } = fileFeaturesOf(path, 'typescript');
    return [test && 'test', example && 'example', legacy && 'legacy'].filter(Boolean).join(' ');
  };
  expect(kindsOf('packages/core/src/query.ts')).toBe('');
  expect(kindsOf('packages/core/__tests__/query.ts')).toBe('test');
  expect(kindsOf('codemods/rename/__testfixtures__/input.ts')).toBe('test');
  expect(kindsOf('integration-tests/query.ts')).toBe('test');
  expect(kindsOf('src/integration/query.ts')).toBe('');
  for (const path of [
    'types/tests.ts',
    'src/naive/date/tests.rs',
    'lib/std/tar/test.zig',
    'pkg/search/searcher_mock.go',
    'internal/testutil/filepath.go',
    'util/env_posix_test_helper.h',
    'Tests/MoyaTests/AccessTokenPluginSpec.swift',
    'src/Quartz.Tests.Unit/GlobalUsings.cs',
    'src/UnitTests/Bug/NamingConventions.cs',
    'IntegrationTest/Server.java',
    'src/node/__tests_dts__/config.ts',
    'koin-core/src/commonTest/kotlin/ClosedScopeAPI.kt',
    'spring-core/src/testFixtures/java/TestGroup.java',
    'src/__testUtils__/dedent.ts',
    'packages/compiler/test_files/parts.js',
    'typing_tests/mypy.py',
    'crates/acme-test-support/src/lib.rs',
    'acmeTestCases/src/java/Bug1.java',
  ])
    expect(`${path} ${kindsOf(path)}`).toBe(`${path} test`);
  for (const path of [
    'src/commands/test.ts',
    'src/jinja2/tests.py',
    'src/Polly.Testing/Pipeline.cs',
    'src/latest/a.rs',
    'src/contests/a.rs',
    'lib/speedTest/a.ts',
    'src/contest-data/a.rs',
    'latestCases/a.rs',
  ])
    expect(`${path} ${kindsOf(path)}`).toBe(`${path} `);
  expect(kindsOf('types/query.test-d.ts')).toBe('test');
  expect(kindsOf('benches/query.ts')).toBe('example');
  expect(kindsOf('www/versioned_docs/version-10.x/query.ts')).toBe('legacy');
});

it('tells code of other projects by its folder', () => {
  const isForeign = (path: string): boolean => fileFeaturesOf(path, 'cpp').foreign;
  for (const path of ['include/acme/fmt/bundled/core.h', 'dependencies/zlib/zlib.h', 'deps/a.c', 'src/vendor/a.c'])
    expect(`${path} ${isForeign(path)}`).toBe(`${path} true`);
  for (const path of ['include/acme/fmt/core.h', 'lib/dependencies/LoaderPlugin.js'])
    expect(`${path} ${isForeign(path)}`).toBe(`${path} false`);
});

it('translations of one text have one name, and are no code', () => {
  for (const [path, translation] of Object.entries({
    'lang/pt_BR/errors.php': 'lang/*/errors.php',
    'lang/de_informal/errors.php': 'lang/*/errors.php',
    'resources/lang/de/auth.php': 'resources/lang/*/auth.php',
    'src/locales/zh-Hant.ts': 'src/locales/*.ts',
    'locale/de/LC_MESSAGES/app.po': 'locale/*/LC_MESSAGES/app.po',
    'web/i18n/messages.en-US.json': 'web/i18n/messages.*.json',
    'app/src/main/res/values-de/strings.xml': 'app/src/main/res/*/strings.xml',
    'app/src/main/res/values/strings.xml': 'app/src/main/res/*/strings.xml',
    'App/de.lproj/Main.strings': 'App/*/Main.strings',
    'docs/ko/docs/index.md': 'docs/*/docs/index.md',
  }))
    expect([path, fileFeaturesOf(path, 'php')]).toMatchObject([path, { prose: true, translation }]);
  for (const path of [
    'lang/go/parser.ts',
    'lang/parser/index.ts',
    'src/i18n/index.ts',
    'src/i18n/loadMessages.ts',
    'src/locales.ts',
    'src/de/main.ts',
    'docs/de/conf.py',
    'src/api/values/route.ts',
  ])
    expect([path, fileFeaturesOf(path, 'php')]).toMatchObject([path, { prose: false, translation: null }]);
});
