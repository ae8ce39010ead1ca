import { expect, it } from 'vitest';
import type { RepositoryMap } from '../../../src/server/pageTypes.ts';
import { ownQuestions } from '../../../src/web/home/ownQuestions.ts';

function file(path: string, ...defines: [name: string, kind: string][]): RepositoryMap['central'][number] {
  return { path, defines: defines.map(([name, kind]) => ({ name, kind, start_line: 1, end_line: 2 })) };
}

const asked = (...central: RepositoryMap['central']): string[] => ownQuestions({ central }).map(({ text }) => text);

it('asks about a function, a type and a file, each of another file', () => {
  const store = file('src/store.ts', ['openStore', 'function'], ['Store', 'class']);
  const cart = file('src/cart.ts', ['CartItem', 'interface'], ['addItem', 'function']);
  const deps = file('deps/lua.c', ['lua_open', 'function']);
  expect(asked(store, cart, deps, file('src/price.ts', ['priceOf', 'function']))).toEqual([
    'how does openStore work',
    'who uses CartItem',
    'what changed in src/price.ts',
  ]);
});

it('takes no name that every program has, and none that says nothing', () => {
  const names: [string, string][] = [
    ['id', 'function'],
    ['MAX_SIZE', 'function'],
    ['toString', 'function'],
    ['serverAssert', 'function'],
    ['logLine', 'function'],
  ];
  expect(asked(file('src/a.ts', ...names))).toEqual(['what changed in src/a.ts']);
});

it('asks about types alone where there are no functions, and shortens a long path', () => {
  const path = 'spring-core/src/main/java/org/springframework/http/HttpHeaders.java';
  const bean = file('b/RootBean.java', ['RootBean', 'class']);
  expect(asked(bean, file('b/Cache.java', ['CacheKey', 'class']), file(path, ['HttpHeaders', 'class']))).toEqual([
    'how does RootBean work',
    'who uses CacheKey',
    'what changed in HttpHeaders.java',
  ]);
  expect(asked()).toEqual([]);
});
