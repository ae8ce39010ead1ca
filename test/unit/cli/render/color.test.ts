import { expect, test } from 'vitest';
import { createPaint, wantsColor, wantsLinks } from '../../../../src/base/renderText.ts';

const terminal = { isTTY: true };
const pipe = {};

test.each([
  ['a terminal', terminal, { TERM: 'xterm' }, undefined, true],
  ['a pipe', pipe, { TERM: 'xterm' }, undefined, false],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, undefined, false],
  ['NO_COLOR that is empty', terminal, { NO_COLOR: '' }, undefined, true],
  ['TERM=dumb', terminal, { TERM: 'dumb' }, undefined, false],
  ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, undefined, true],
  ['FORCE_COLOR that is empty', pipe, { FORCE_COLOR: '' }, undefined, true],
  ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, undefined, false],
  ['FORCE_COLOR with TERM=dumb', terminal, { FORCE_COLOR: '1', TERM: 'dumb' }, undefined, true],
  ['NO_COLOR beside FORCE_COLOR', terminal, { FORCE_COLOR: '1', NO_COLOR: '1' }, undefined, false],
  ['--color beside NO_COLOR', pipe, { NO_COLOR: '1' }, true, true],
  ['--no-color beside FORCE_COLOR', terminal, { FORCE_COLOR: '1' }, false, false],
])('colours: %s', (_, stream, env, flag, expected) => {
  expect(wantsColor(stream, env, flag)).toBe(expected);
});

test.each([
  ['an unknown terminal', terminal, { TERM: 'xterm-256color' }, false],
  ['Apple Terminal', terminal, { TERM_PROGRAM: 'Apple_Terminal' }, false],
  ['VS Code', terminal, { TERM_PROGRAM: 'vscode' }, true],
  ['VS Code, piped', pipe, { TERM_PROGRAM: 'vscode' }, false],
  ['GNOME', terminal, { VTE_VERSION: '6003' }, true],
  ['an old GNOME', terminal, { VTE_VERSION: '3400' }, false],
  ['kitty', terminal, { TERM: 'xterm-kitty' }, true],
  ['kitty in tmux', terminal, { TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, false],
  ['CI', terminal, { TERM_PROGRAM: 'vscode', CI: 'true' }, false],
  ['forced', pipe, { FORCE_HYPERLINK: '1' }, true],
  ['forbidden', terminal, { TERM_PROGRAM: 'vscode', FORCE_HYPERLINK: '0' }, false],
])('links: %s', (_, stream, env, expected) => {
  expect(wantsLinks(stream, env)).toBe(expected);
});

test('without colours a style changes nothing, and nothing stays nothing', () => {
  expect(createPaint(false).bold('x')).toBe('x');
  expect(createPaint(true).bold('x')).toBe('\x1b[1mx\x1b[22m');
  expect(createPaint(true).bold('')).toBe('');
});
