import { expect, it } from 'vitest';
import { packageDepth, packageFolders } from '../../../src/languages/fileFeatures.ts';

const view = [
  'README.md',
  'package.json',
  'packages/core/package.json',
  'packages/core/src/query/client.ts',
  'server/pom.xml',
  'crates/parse/Cargo.toml',
].map((path) => ({ path }));

it('finds the folders that hold packages', () => {
  const folders = packageFolders(view);
  expect([...folders].sort()).toEqual(['', 'crates/parse', 'packages/core', 'server']);
  expect(packageFolders(view)).toBe(folders);
});

it('counts the folders below the sources of the nearest package', () => {
  const depth = (path: string) => packageDepth(path, packageFolders(view));
  expect(depth('packages/core/src/client.ts')).toBe(0);
  expect(depth('packages/core/src/query/client.ts')).toBe(1);
  expect(depth('packages/core/test/client.ts')).toBe(1);
  expect(depth('packages/other/src/client.ts')).toBe(3);
  expect(depth('server/src/main/java/org/acme/Server.java')).toBe(2);
  expect(depth('crates/parse/src/lib.rs')).toBe(0);
  expect(depth('lib/router/route.rb')).toBe(1);
  expect(depth('libraries/route.rb')).toBe(1);
  expect(depth('main.go')).toBe(0);
});
