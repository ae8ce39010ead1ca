import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without declarations
import { meterLinked, meterWasm, SIZE, WORK } from '../../../scripts/meterWasm.mjs';
// @ts-expect-error: a script without declarations
import { grammarBytes, runtimeBytes, unmeteredRuntime } from '../../../scripts/parserFiles.mjs';
import { languageNames, syntaxOf } from '../../../src/languages/languages.ts';

/** `(func (export "run") (param i32) (result i32) (loop (local.get 0) 1 i32.sub (local.tee 0) (br_if 0)) (i32.const 7))` */
const COUNTDOWN = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x06, 0x06, 0x01, 0x7f, 0x00, 0x41, 0x05, 0x0b],
  ...[0x07, 0x07, 0x01, 0x03, 0x72, 0x75, 0x6e, 0x00, 0x00],
  ...[
    0x0a, 0x12, 0x01, 0x10, 0x00, 0x03, 0x40, 0x20, 0x00, 0x41, 0x01, 0x6b, 0x22, 0x00, 0x0d, 0x00, 0x0b, 0x41, 0x07,
    0x0b,
  ],
]);

interface Countdown {
  run(turns: number): number;
  work: WebAssembly.Global<'i32'>;
}

const started = () =>
  new WebAssembly.Instance(new WebAssembly.Module(meterWasm(COUNTDOWN))).exports as unknown as Countdown;

describe('a module that counts', () => {
  it('takes one for each call and each turn, and does what it did', () => {
    const { run, work } = started();
    expect(work.value).toBe(2 ** 31 - 1);
    work.value = 1000;
    expect(run(10)).toBe(7);
    expect(work.value).toBe(1000 - 11);
  });

  it('stops where nothing is left, and goes on where there is again', () => {
    const { run, work } = started();
    work.value = 1000;
    expect(() => run(1_000_000)).toThrow(WebAssembly.RuntimeError);
    expect(work.value).toBe(-1);
    work.value = 1000;
    expect(run(10)).toBe(7);
  });
});

/** `(memory 2) (func (export "run") (param i32) (memory.fill 0 1 (local.get 0)) (memory.copy 0 9 (local.get 0)))` */
const BULK = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x01, 0x7f, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x05, 0x03, 0x01, 0x00, 0x02],
  ...[0x06, 0x06, 0x01, 0x7f, 0x00, 0x41, 0x05, 0x0b],
  ...[0x07, 0x07, 0x01, 0x03, 0x72, 0x75, 0x6e, 0x00, 0x00],
  ...[0x0a, 0x17, 0x01, 0x15, 0x00],
  ...[0x41, 0x00, 0x41, 0x01, 0x20, 0x00, 0xfc, 0x0b, 0x00],
  ...[0x41, 0x00, 0x41, 0x09, 0x20, 0x00, 0xfc, 0x0a, 0x00, 0x00, 0x0b],
]);

describe('an instruction that fills or copies many bytes', () => {
  it('takes one for each 64 of them', () => {
    const module = new WebAssembly.Module(meterWasm(BULK));
    const { run, work } = new WebAssembly.Instance(module).exports as unknown as Countdown;
    work.value = 5000;
    run(63);
    expect(work.value).toBe(5000 - 1);
    run(64_000);
    expect(work.value).toBe(5000 - 2 - 2 * 1000);
    work.value = 1500;
    expect(() => run(64_000)).toThrow(WebAssembly.RuntimeError);
  });
});

/**
 * `(import "env" "base" (global i32)) (global (mut i32) 5)`, which it exports as "own", and
 * `(func (export "run") (param i32) (result i32) (global.set 1 (local.get 0)) (global.get 0) (global.get 1) i32.add)`
 */
const LINKED = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f],
  ...[0x02, 0x0d, 0x01, 0x03, ...Buffer.from('env'), 0x04, ...Buffer.from('base'), 0x03, 0x7f, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x06, 0x06, 0x01, 0x7f, 0x01, 0x41, 0x05, 0x0b],
  ...[0x07, 0x0d, 0x02, 0x03, ...Buffer.from('run'), 0x00, 0x00, 0x03, ...Buffer.from('own'), 0x03, 0x01],
  ...[0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x24, 0x01, 0x23, 0x00, 0x23, 0x01, 0x6a, 0x0b],
]);

describe('a module that is linked to another one', () => {
  it('takes from the global that it is given, and keeps its own', () => {
    const global = (value: number) => new WebAssembly.Global({ value: 'i32', mutable: true }, value);
    const meter = { work: global(2), size: global(0) };
    const module = new WebAssembly.Module(meterLinked(LINKED));
    const { run, own } = new WebAssembly.Instance(module, { env: { base: 40, ...meter } }).exports as unknown as {
      run(value: number): number;
      own: WebAssembly.Global<'i32'>;
    };
    expect(run(2)).toBe(42);
    expect(own.value).toBe(2);
    expect(meter.work.value).toBe(1);
    run(0);
    expect(() => run(0)).toThrow(WebAssembly.RuntimeError);
  });
});

describe('a function that is replaced', () => {
  /** The section of names: function 0 is called `down`. */
  const named = Uint8Array.from([
    ...COUNTDOWN,
    ...[0x00, 0x0e, 0x04, ...Buffer.from('name'), 0x01, 0x07, 0x01, 0x00, 0x04, ...Buffer.from('down')],
  ]);
  const run = (turns: number, name: string) => {
    const bytes = meterWasm(named, new Map([[name, [0x20, 0x00]]]));
    return (new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Countdown).run(turns);
  };

  it('does what stands in its place', () => {
    expect(run(10, 'down')).toBe(10);
  });

  it('is found by its name alone', () => {
    expect(run(10, 'up')).toBe(7);
  });
});

describe('tree-sitter', () => {
  it('is still a module, with the same imports and exports', () => {
    const before = new WebAssembly.Module(unmeteredRuntime());
    const after = new WebAssembly.Module(runtimeBytes());
    expect(WebAssembly.Module.imports(after)).toEqual(WebAssembly.Module.imports(before));
    expect(WebAssembly.Module.exports(after)).toEqual([
      ...WebAssembly.Module.exports(before),
      { name: WORK, kind: 'global' },
      { name: SIZE, kind: 'global' },
    ]);
  });

  it.each(languageNames().filter((name) => syntaxOf(name) !== null))('is given what %s may take', (name) => {
    const needed = WebAssembly.Module.imports(new WebAssembly.Module(grammarBytes(syntaxOf(name))));
    for (const global of [WORK, SIZE]) expect(needed).toContainEqual({ module: 'env', name: global, kind: 'global' });
  });
});

describe('what is no such module', () => {
  it.each([
    ['is cut off', COUNTDOWN.subarray(0, COUNTDOWN.length - 3)],
    ['has no code', COUNTDOWN.subarray(0, 40)],
    ['has an instruction that is not known', COUNTDOWN.map((byte) => (byte === 0x6b ? 0xfd : byte))],
  ])('%s: refused', (_, bytes) => {
    expect(() => meterWasm(bytes)).toThrow(/WebAssembly/);
  });
});
