import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/commands.ts';
import { commandHelp, mainHelp } from '../../../src/entry/help.ts';
import { manPage } from '../../../src/entry/manPage.ts';
import { OPTIONS } from '../../../src/options.ts';

const NAMES = Object.keys(COMMANDS) as CommandName[];

describe('help', () => {
  it.each([60, 80, 100])('fits %i columns', (width) => {
    const texts = [mainHelp(width), ...NAMES.map((name) => commandHelp(name, width).replace(/^Usage: .*/, ''))];
    const tooLong = texts.flatMap((text) => text.split('\n')).filter((line) => line.length > width);
    // Terms are not broken.
    expect(tooLong.filter((line) => !/^ {2,6}-/.test(line))).toEqual([]);
  });

  it('puts what is longer than its column on a line of its own', () => {
    expect(commandHelp('sync', 80).split('\n')).toContain('      --repos-sync-interval SECONDS');
    const lines = commandHelp('query', 80).split('\n');
    expect(lines.find((line) => line.startsWith('  -C, --context N '))).toMatch(/lines shown around a result/);
  });
});

describe('the manual page', () => {
  const page = manPage();

  it('names every command and option', () => {
    for (const name of NAMES) expect(page).toContain(`\n.SS ${name}\n`);
    for (const name of Object.keys(OPTIONS).filter((one) => one !== 'version'))
      expect(page).toContain(`\\-\\-${name.replaceAll('-', '\\-')}`);
  });

  it('holds no character that troff would not print, and no line that it would obey by mistake', () => {
    expect(page).toMatch(/^[\n -~]*$/);
    for (const line of page.split('\n').filter((one) => /^[.']/.test(one)))
      expect(line).toMatch(/^\.(TH|SH|SS|TP|PP|B|I|RI|br)\b/);
  });
});
