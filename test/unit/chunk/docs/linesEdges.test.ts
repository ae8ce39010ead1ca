import { describe, expect, it } from 'vitest';
import { lineSegments } from '../../../../src/chunk/lineSegments.ts';
import { outline, sourceFrom } from './outline.ts';

const read = (language: string, text: string) => outline(lineSegments(sourceFrom(text, language)));

describe('line rules at their edges', () => {
  it('languages that nobody listed', () => {
    expect(
      [
        read('powershell', '<#\n#>\nfunction Get-Thing {\n  param($x)\n}\n'),
        read('tcl', '# Waits.\nproc wait_for {a} {\n  after 1\n}\ntest "LTRIM works" {\n  wait_for_condition\n}\n'),
        read('batch', '@echo off\ncall :build x\n:build\necho %1\n'),
        read('verilog', 'module adder(a, b);\nendmodule\n'),
      ].join('\n--\n'),
    ).toMatchInlineSnapshot(`
      "2-5 function Get-Thing (Get-Thing)
      --
      1-4 function wait_for (wait_for) "Waits."
      5-7 section LTRIM works (LTRIM works) → call wait_for_condition
      --
      1-2 text  → call build
      3-4 function build (build)
      --
      1-2 module adder (adder)"
    `);
  });

  it('finds no definitions in prose', () => {
    const prose = 'class struggle was a theme.\n\nfunction follows form.\n\ninterface design\n';
    expect(lineSegments(sourceFrom(prose, 'text'))).toEqual([]);
  });

  it('CRLF, a byte-order mark and a missing newline change nothing', () => {
    const plain = '# Doc.\nmessage A {\n  int32 x = 1;\n}\n\nenum B { C = 0; }';
    const expected = outline(lineSegments(sourceFrom(plain.replace('# Doc', '// Doc'), 'protobuf')));
    const written = `\ufeff${plain.replace('# Doc', '// Doc').replaceAll('\n', '\r\n')}\r\n`;
    expect(outline(lineSegments(sourceFrom(written, 'protobuf')))).toBe(expected);
    expect(expected).toContain('class A (A) "Doc."');
  });
});
