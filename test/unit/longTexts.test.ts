/**
 * Texts made for patterns that try each way to divide them: none of these would end in hours if one of ours did. No clock is read.
 * patterns.test.ts looks at the patterns themselves.
 */

import { describe, expect, it } from 'vitest';
import { inertLines } from '../../src/action/renderAction.ts';
import { termsOf } from '../../src/base/words.ts';
import { markupLinks } from '../../src/chunk/links.ts';
import { docOf, signatureOf } from '../../src/chunk/nestDefinitions.ts';
import { indexLines } from '../../src/chunk/segment.ts';
import { withoutSecrets } from '../../src/fleet/networkGit.ts';
import { defaultRuleOf, secretRuleOf, skipReasonOf } from '../../src/git/skipReasonOf.ts';
import { type FileDefinition, maskCode, type SourceFile, startsOf } from '../../src/graph/readFiles.ts';
import { isLocalName, typeOfVariable } from '../../src/graph/variables.ts';
import { fileFeaturesOf } from '../../src/languages/fileFeatures.ts';
import { languageNamed, languageRules } from '../../src/languages/languages.ts';
import { readWeights } from '../../src/search/rank/weights.ts';
import { findImports } from '../../src/search/show/elide.ts';
import { decodeText } from '../../src/secrets/text.ts';
import { parseValue } from '../../src/settings/resolveOptions.ts';
import { citationsSoFar } from '../../src/web/ask/splitCitations.ts';
import { quick, shareOf } from '../helpers/slow.ts';

const SIZE = 500_000;
const times = (unit: string, size = SIZE): string => unit.repeat(Math.ceil(size / unit.length));

quick.describe('what a repository holds', () => {
  quick.it('is documentation of stars', () => {
    expect(docOf([`/* a ${times('*')} b */`]).startsWith('a *')).toBe(true);
    expect(docOf([`(* a ${times('*')} b *)`]).startsWith('a *')).toBe(true);
  });

  quick.it('is a signature of comments that do not end', () => {
    const text = `f(${times('/* ')}`;
    for (let at = 0; at < 300; at++)
      expect(signatureOf(text, { start: 0, end: 4000, body: 4000 }, indexLines(text.split('\n')))).toContain('f(/* /*');
  });

  quick.it('is tests, aliases, macros and comments for the grammars to be made readable', () => {
    for (const text of [`@test ${times(' ')}x`, times('\ralias'), `alias ${times('- ')}`, times("@test '\t")])
      expect(prepared('bash', text)).toHaveLength(text.length);
    expect(prepared('objc', `${times('A_END_')}a`)).toContain('A_END_A_END_');
    expect(prepared('objc', times('A_END(('))).toHaveLength(Math.ceil(SIZE / 7) * 7);
    expect(prepared('ocaml', `${times('(*\n')}val x : int`)).toContain('(*\n(*');
  });

  quick.it('is targets of links', () => {
    expect(markupLinks(times('xref::'), languageNamed('asciidoc'))).toEqual([]);
  });

  quick.it('is a key in armour whose lines are backslashes', () => {
    const key = `-----BEGIN PRIVATE ${'KEY'}-----${times('\\', 39_000)}-----END PRIVATE ${'KEY'}-----\n`;
    expect(decodeText(Buffer.from(times(key)))!.secrets).toEqual([]);
  });

  quick.it('is a template without an end', () => {
    expect(maskCode(`\`${times('${')}`, 'javascript')).toHaveLength(SIZE + 1);
  });

  quick.it('is imports', () => {
    const [found] = findImports([`import ${times('a')}`], 'java');
    expect([...found!.names]).toEqual([times('a')]);
    expect(findImports([`import '${times('a')}/'`], 'javascript')).toHaveLength(1);
  });

  quick.it('is names', () => {
    const { distinctName } = languageRules('go');
    expect(distinctName!.test(`ab${times('A', 5000)}_`)).toBe(false);
    expect(distinctName!.test('newHTTPServer')).toBe(true);
  });

  quick.it('is words', () => {
    expect(termsOf('a1'.repeat(130_000)).words).toHaveLength(260_000);
    expect(termsOf('a'.repeat(260_000))).toEqual({ words: [], joined: [] });
  });
});

quick.describe('paths', () => {
  quick.it.each(['_test.b/', 'src/', 'a.serviceaccount.', 'credentials.', 'a', '.', 'dist/'])('of %j', (unit) => {
    const path = `${times(unit, 4000)}x/y`;
    expect(typeof fileFeaturesOf(path, 'c').test).toBe('boolean');
    expect(secretRuleOf(path)).toBeUndefined();
    expect(['generated', undefined]).toContain(defaultRuleOf(path)?.reason);
  });

  quick.it('that no system can hold are left out', () => {
    const skip = skipReasonOf(times('a/', 5000), 1, '100644', { include: [], exclude: [], maxFileSize: 2_000_000 });
    expect(skip).toEqual({ reason: 'too-large', detail: 'a path of 5000 characters' });
  });
});

describe('variables of a function', () => {
  const shapes: [text: string, language: string][] = [
    ['\n', 'python'],
    ['a,\n', 'python'],
    ['for x, ', 'python'],
    ['lambda x ', 'python'],
    ['let (x ', 'javascript'],
    ['x, ', 'javascript'],
    [', x: ', 'javascript'],
    ['x:', 'typescript'],
    ['a>', 'java'],
    ['a<', 'java'],
    [' ', 'javascript'],
    ['x  ', 'go'],
  ];
  it.each(shareOf(shapes, 4))('written as %j in %s', (unit, language) => {
    const code = ['def f(', ...times(unit).split('\n'), ')'];
    const around: FileDefinition[] = [
      { name: 'f', kind: 'function', scope: [], startLine: 1, endLine: code.length, signature: '' },
    ];
    const lines = { lines: code, code, codeText: code.join('\n'), starts: startsOf(code) };
    const file = { language, ...lines, rows: [], definitions: around, imports: [] } as SourceFile;
    expect(typeof isLocalName(file, around, 'x', code.length)).toBe('boolean');
    expect(typeOfVariable(file, around, 'x', code.length)).toBeNull();
  });
});

quick.describe('what others say', () => {
  quick.it('is a log, an answer, a server’s words, a setting', () => {
    expect(inertLines(`${times('\n')}x`)).toHaveLength(SIZE + 1);
    expect(citationsSoFar(times('a'), [])).toEqual([]);
    expect(withoutSecrets(times('H+'))).toHaveLength(SIZE);
    expect(() => readWeights([`words=${times('1')}x`])).toThrow('from 0 to 10');
    expect(() => parseValue('diversity', `${times('1')}x`, 'CORA_SEMANTIC')).toThrow('CORA_SEMANTIC wants');
  });
});

function prepared(language: string, text: string): string {
  return languageNamed(language).syntax!.prepare!(text);
}
