import { describe, expect, it } from 'vitest';
import { commandHelp, EXAMPLES, GROUPS, mainHelp, manPage, OWN_HELP } from '../../../src/cli/help.ts';
import { COMMANDS, type CommandName } from '../../../src/settings/commands.ts';
import { OPTIONS, type OptionName } from '../../../src/settings/options.ts';
import { parseCommandLine } from '../../../src/settings/parseCommandLine.ts';

const NAMES = Object.keys(COMMANDS) as CommandName[];

describe('help', () => {
  it('has a first line that fits 80 columns', () => {
    expect(NAMES.filter((name) => commandHelp(name, 80).split('\n')[0]!.length > 80)).toEqual([]);
  });

  it.each([60, 80, 100])('fits %i columns', (width) => {
    const texts = [mainHelp(width), ...NAMES.map((name) => commandHelp(name, width).replace(/^Usage: .*/, ''))];
    const tooLong = texts.flatMap((text) => text.split('\n')).filter((line) => line.length > width);
    // Terms are not broken, nor what is to be typed.
    expect(tooLong.filter((line) => !/^ {2,6}-|^ {2}cora /.test(line))).toEqual([]);
  });

  it('puts what is longer than its column on a line of its own', () => {
    expect(commandHelp('sync', 80).split('\n')).toContain('      --repos-sync-interval SECONDS');
    const lines = commandHelp('query', 80).split('\n');
    expect(lines.find((line) => line.startsWith('  -C, --context N '))).toMatch(/show N lines around each result/);
  });
});

describe('what help says of commands', () => {
  it('has each of them in one group', () => {
    expect(GROUPS.flatMap(({ commands }) => commands).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('gives examples of %s that can be typed', (name) => {
    for (const [line] of EXAMPLES[name] ?? []) {
      const [program, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
      expect(program).toBe('cora');
      expect(parseCommandLine(words).command).toBe(name);
    }
  });

  it('says nothing of options that a command does not have', () => {
    for (const [name, own] of Object.entries(OWN_HELP)) {
      const options: readonly OptionName[] = COMMANDS[name as CommandName].options;
      expect(Object.keys(own).filter((option) => !options.includes(option as OptionName))).toEqual([]);
    }
  });

  it('puts what is said behind every command last', () => {
    const lines = commandHelp('index', 80).split('\n');
    const at = (start: string) => lines.findIndex((line) => line.trimStart().startsWith(start));
    const order = ['Examples', 'Options', '--full', 'Which index', '--store', 'Output', '--json'].map(at);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
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
