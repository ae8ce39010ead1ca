import { expect, test } from 'vitest';
import { testsByName } from '../../../src/graph/findNeighbours.ts';

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

test('the rest of the name must be the place of the file', () => {
  expect(testsOf('scrapy/utils/log.py', 'tests/test_log_more.py', 'tests/test_utils_log.py')).toEqual([
    'tests/test_utils_log.py',
  ]);
});

test('what is no test is none, and a test has none', () => {
  expect(testsOf('src/log.py', 'src/b/log.py')).toEqual([]);
  expect(testsOf('tests/test_log.py', 'tests/log/test_log.py')).toEqual([]);
});

test('a test of the same name stands in its folder, or in a tree that mirrors it', () => {
  const tests = ['pkg/proxy/server_test.go', 'server/etcdserver/server_test.go'];
  expect(testsOf('server/etcdserver/server.go', ...tests)).toEqual([tests[1]]);
  expect(testsOf('lib/server.go', ...tests)).toEqual([]);
  expect(testsOf('admin.go', 'modules/reverseproxy/admin_test.go', 'admin_test.go')).toEqual(['admin_test.go']);
  const both = ['test/unit/store/openTable.test.ts', 'test/unit/git/openTable.test.ts'];
  expect(testsOf('src/store/openTable.ts', ...both)).toEqual([both[0]]);
  expect(testsOf('packages/b/src/pool.ts', 'packages/a/test/pool.test.ts')).toEqual([]);
  const found = testsByName([file('a/server.go', 'go')], [file('fixtures/server.crt', 'text')]);
  expect(found).toEqual([[]]);
});

test('a test at the top of the tree is that of the only file of this name', () => {
  expect(testsOf('src/store/pool.ts', 'test/pool.test.ts')).toEqual(['test/pool.test.ts']);
  expect(testsOf('src/store/pool.ts', 'test/pool.test.ts', 'src/http/pool.ts')).toEqual([]);
});

test('a file whose name says nothing has no tests by name', () => {
  expect(testsOf('scrapy/http/request/__init__.py', 'tests/__init__.py', 'tests/benchmarks/__init__.py')).toEqual([]);
});
