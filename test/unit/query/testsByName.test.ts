import { expect, test } from 'vitest';
import { testsByName } from '../../../src/query/testsByName.ts';

const file = (path: string, language = 'typescript') => ({ path, language });

function testsOf(path: string, ...others: string[]): string[] {
  return testsByName(
    [file(path)],
    others.map((other) => file(other)),
  )[0]!.map((found) => found.path);
}

test.each([
  ['src/store/openTable.ts', 'test/unit/openTable.test.ts'],
  ['scrapy/utils/log.py', 'tests/test_utils_log.py'],
  ['server/etcdserver/raft.go', 'server/etcdserver/raft_test.go'],
  ['core/src/main/java/a/KafkaProducer.java', 'core/src/test/java/a/KafkaProducerTest.java'],
  ['src/expire.c', 'tests/unit/expire.tcl'],
])('%s is tested by %s', (path, tested) => {
  expect(testsOf(path, tested)).toEqual([tested]);
});

test('a name that says less than the file, or mostly something else, is no test of it', () => {
  expect(testsOf('src/openTable.ts', 'test/open.test.ts', 'test/table.test.ts')).toEqual([]);
  expect(testsOf('src/log.py', 'tests/test_command_log_colors.py')).toEqual([]);
});

test('the name that says most of the path and little else stands first', () => {
  expect(testsOf('scrapy/utils/log.py', 'tests/test_log_more.py', 'tests/test_utils_log.py')).toEqual([
    'tests/test_utils_log.py',
    'tests/test_log_more.py',
  ]);
});

test('what is no test is none, and a test has none', () => {
  expect(testsOf('src/log.py', 'src/b/log.py')).toEqual([]);
  expect(testsOf('tests/test_log.py', 'tests/log/test_log.py')).toEqual([]);
});

test('of tests with the same name only those in its folders are its own, and data is no test', () => {
  const tests = ['pkg/proxy/server_test.go', 'server/etcdserver/server_test.go'];
  expect(testsOf('server/etcdserver/server.go', ...tests)).toEqual([tests[1]]);
  expect(testsOf('lib/server.go', ...tests)).toEqual(tests);
  const found = testsByName([file('a/server.go', 'go')], [file('fixtures/server.crt', 'text')]);
  expect(found).toEqual([[]]);
});

test('a file whose name says nothing has no tests by name', () => {
  expect(testsOf('scrapy/http/request/__init__.py', 'tests/__init__.py', 'tests/benchmarks/__init__.py')).toEqual([]);
});
