import { describe, expect, it } from 'vitest';
import { mentions, outline } from './readCode.ts';

const after = 'int following(int a)\n{\n  return a;\n}\n';
/** Languages, a definition, and what must be found of it. */
const DEFINED: readonly (readonly [string, string, string])[] = [
  ['c cpp objc', 'EXPORT_API size_t wanted(int a)\n{\n  return 1;\n}\n', 'function wanted@1-4'],
  [
    'c cpp objc',
    'MY_EXPORT void MY_NOTHROW *\nMY_ATTR(malloc) MY_SIZE2(1, 2)\nwanted(size_t size) {\n  return 0;\n}\n',
    'function wanted@1-5',
  ],
  ['c cpp', 'static int MY_PRINTF(2, 3) wanted(const char *a, ...)\n{\n  return 1;\n}\n', 'function wanted@1-4'],
  ['c cpp', 'NO_SANITIZE("bounds")\nint wanted(int a) {\n  return 1;\n}\n', 'function wanted@2-4'],
  ['c', 'MY_INLINE(int)\nwanted(int a) {\n  return 1;\n}\n', 'function wanted@1-4'],
  ['cpp', 'MY_INLINE(int)\nwanted(int a) {\n  return 1;\n}\n', 'function wanted@2-4'],
  ['c cpp objc', 'int PRIV(wanted)(int a)\n{\n  return 1;\n}\n', 'function wanted@1-4'],
  ['c cpp', 'LIB_API int (wanted) (int a) {\n  return 1;\n}\n', 'function wanted@1-3'],
  ['c cpp', 'MY_UNUSED(static void wanted(struct heap *a)) {\n  run(a);\n}\n', 'function wanted@1-3'],
  ['c cpp objc', 'TEST_IMPL(wanted) {\n  run(1);\n}\n', 'function wanted@1-3'],
  ['c cpp', 'static TEST_BEGIN(wanted)\n{\n  run(1);\n}\n', 'function wanted@1-4'],
  ['c cpp', 'SYSCALL_DEFINE2(wanted, unsigned int, fd) {\n  return 1;\n}\n', 'function wanted@1-3'],
  ['c', 'TEST(suite, wanted) {\n  run(1);\n}\n', 'function wanted@1-3'],
  ['cpp', 'TEST_F(Suite, wanted) {\n  run(1);\n}\n', 'method Suite.wanted@1-3'],
  ['cpp', 'TEST_F(Suite,\n       wanted) {\n  run(1);\n}\n', 'function wanted@1-4'],
  [
    'c cpp',
    'MY_LIST(first)\nMY_LIST(second)\nrb_gen(static UNUSED, tree_, struct node)\nstatic int wanted(int a) {\n  return 1;\n}\n',
    'function wanted@4-6',
  ],
  ['c cpp', 'MY_FLAG(int, size, 8, "the size");\nint wanted(int a) {\n  return 1;\n}\n', 'function wanted@2-4'],
  ['c cpp', 'struct MY_EXPORT wanted {\n  int a;\n};\n', 'class wanted@1-3'],
  ['cpp', 'class LOCKABLE MY_EXPORT wanted final : public Base {\n  int a;\n};\n', 'class wanted@1-3'],
  ['cpp', 'class Outer::wanted : public Base {\n  int a;\n};\n', 'class Outer.wanted@1-3'],
  ['c', 'struct wanted\n{\n  MY_FIELDS\n  int a;\n  MY_PRIVATE_FIELDS\n};\n', 'class wanted@1-6'],
  ['cpp', 'class Outer {\n  void wanted() LOCKS_EXCLUDED(mu_) { run(1); }\n};\n', 'method Outer.wanted@2-2'],
];

describe('a definition with macros', () => {
  for (const [languages, text, wanted] of DEFINED) {
    it.each(languages.split(' '))(`is found in %s: ${text.split('{')[0]!.replaceAll('\n', ' ')}`, async (language) => {
      const found = await outline(language, text + after);
      expect(found).toContain(wanted);
      expect(found.at(-1)).toMatch(/^function following@/);
      expect(found.filter((one) => / (?:[A-Z][A-Z\d_]+|PRIV\(wanted\))@/.test(one))).toEqual([]);
    });
  }

  it('keeps the suite of a test as a type that is mentioned', async () => {
    expect(await mentions('cpp', 'TEST_F(Suite, wanted) {\n  run(1);\n}\n')).toEqual(['type Suite', 'call run']);
  });

  it.each([
    ['a function in capitals', 'static int RAND(U32* src) {\n  return 1;\n}\n', 'function RAND@1-3'],
    ['a type in capitals', 'BOOL wanted(HANDLE a) {\n  return 1;\n}\n', 'function wanted@1-3'],
    ['a tag in capitals', 'struct NODE *wanted(struct NODE *a) {\n  return a;\n}\n', 'function wanted@1-3'],
    ['a list that ends without a comma', 'enum wanted {\n  FIRST,\n  LAST_ONE\n};\n', 'constant wanted.LAST_ONE@3-3'],
    ['parameters that are declared behind', 'wanted(a, b)\nint a;\nint b;\n{\n  return a;\n}\n', null],
  ])('leaves alone %s', async (_, text, wanted) => {
    const found = await outline('c', text + after);
    if (wanted !== null) expect(found).toContain(wanted);
    expect(found.filter((one) => / (?:a|HANDLE|U32)@/.test(one))).toEqual([]);
  });
});
