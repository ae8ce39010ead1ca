/** Whether a stream takes colours and links, and the few styles that Cora's output has. The environment is an argument. */

export type Environment = Readonly<Record<string, string | undefined>>;

export interface OutputStream {
  isTTY?: boolean | undefined;
}

/**
 * Colours go to terminals only. NO_COLOR (not empty) and TERM=dumb turn them off there, FORCE_COLOR turns them on
 * anywhere (0 and false: off), as https://no-color.org and https://force-color.org have it; NO_COLOR wins.
 * @param flag --color or --no-color, which win over everything; undefined where neither was given
 */
export function wantsColor(stream: OutputStream, env: Environment, flag?: boolean): boolean {
  if (flag !== undefined) return flag;
  if ((env.NO_COLOR ?? '') !== '') return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Terminals say who they are in these variables; to others a hyperlink would be noise. */
const LINKS: readonly (readonly [string, RegExp])[] = [
  ['TERM_PROGRAM', /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|Tabby)$/],
  ['TERM', /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/],
  ['VTE_VERSION', /^([5-9]\d{3}|\d{5,})$/],
  ['WT_SESSION', /./],
  ['KONSOLE_VERSION', /^(2[1-9]|[3-9]\d)\d{4}$/],
  ['DOMTERM', /./],
];

/** OSC 8 hyperlinks: only on a terminal known to have them. FORCE_HYPERLINK=1 or 0 decides otherwise. */
export function wantsLinks(stream: OutputStream, env: Environment): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return !/^(0|false|)$/.test(env.FORCE_HYPERLINK);
  if (stream.isTTY !== true || env.TERM === 'dumb' || (env.CI ?? '') !== '') return false;
  // Inside of these a link is eaten, or printed.
  if (env.TMUX !== undefined || /^screen/.test(env.TERM ?? '')) return false;
  return LINKS.some(([name, known]) => known.test(env[name] ?? ''));
}

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Style functions; without colours they give back what they get. */
export type Paint = Record<keyof typeof STYLES, (text: string) => string>;

export function createPaint(color: boolean): Paint {
  const entries = Object.entries(STYLES).map(([name, [on, off]]) => [
    name,
    color ? (text: string) => (text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`) : (text: string) => text,
  ]);
  return Object.fromEntries(entries) as Paint;
}
