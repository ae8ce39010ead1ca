/**
 * `node scripts/terminal.mjs CLONE FILE.svg`: the moving picture of the README, made of what the commands below really print in a
 * copy of a clone of flask. One SVG that moves by CSS alone; where motion is not wanted it shows the second scene.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './installMissing.mjs';

const [clone, file] = process.argv.slice(2);
if (clone === undefined || file === undefined) {
  console.error('node scripts/terminal.mjs CLONE FILE.svg');
  process.exit(2);
}

/** What is typed, in order, and for how long the reader sees what it prints. */
const SCENES = [
  { typed: 'cora index', seconds: 4 },
  { typed: 'cora query -k 1 "how is the session cookie signed"', seconds: 8 },
  { typed: `echo 'def rotate_signing_key(): ...' >> src/flask/sessions.py`, seconds: 1.5 },
  { typed: 'cora query -k 1 --related 0 "rotate the signing key"', seconds: 5 },
  { typed: 'cora refs --callers -k 3 open_session', seconds: 7 },
];
const COLUMNS = 100;
const ROWS = 19;
const CHARACTER = { width: 8.43, height: 19 };
const TYPED_IN_A_SECOND = 28;
const PAUSE = 0.5;

const lines = (text) => text.replace(/\n$/, '').split('\n');
const scenes = record();
writeFileSync(file, draw(scenes));
console.log(`${file}: ${scenes.length} scenes`);

function record() {
  const scratch = mkdtempSync(join(tmpdir(), 'cora-terminal-'));
  try {
    const programs = join(scratch, 'bin');
    mkdirSync(programs);
    symlinkSync(join(root, 'dist/cli.js'), join(programs, 'cora'));
    const folder = join(scratch, 'flask');
    execFileSync('git', ['clone', '-q', clone, folder]);
    const env = {
      PATH: `${programs}${delimiter}${process.env.PATH}`,
      HOME: scratch,
      FORCE_COLOR: '1',
      COLUMNS: String(COLUMNS),
    };
    return SCENES.map(({ typed, seconds }) => {
      const { stdout, status } = spawnSync('sh', ['-c', `${typed} 2>&1`], { cwd: folder, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${typed}: ${status} ${stdout}`);
      return { typed, seconds, printed: stdout === '' ? [] : lines(stdout).slice(0, ROWS - 1) };
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function draw(all) {
  let at = 0;
  const timed = all.map(({ typed, seconds, printed }) => {
    const begins = at;
    const answers = begins + PAUSE + typed.length / TYPED_IN_A_SECOND + PAUSE / 2;
    at = answers + seconds;
    return { typed, printed, begins, answers, ends: at };
  });
  const width = Math.round(COLUMNS * CHARACTER.width + 32);
  const height = Math.round(ROWS * CHARACTER.height + 32);
  const style = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dae0;white-space:pre}
.dim{opacity:.6}.bold{font-weight:700}.u{text-decoration:underline}.c31{fill:#f47067}.c32{fill:#8ddb8c}.c33{fill:#f2c85b}.c34{fill:#6cb6ff}.c35{fill:#dcbdfb}.c36{fill:#76e3ea}.c90{fill:#8b949e}
.scene,.out{visibility:hidden}
${timed.map((scene, number) => rules(scene, number, at)).join('\n')}
@media (prefers-reduced-motion:reduce){svg .scene,svg .out,svg .typed{animation:none}.s1,.s1 .out{visibility:visible}}`;
  const body = timed.map((scene, number) => {
    const rows = scene.printed.map((row, line) => textAt(line + 1, styled(row)));
    const prompt = textAt(0, '<tspan class="c32">$</tspan>');
    const typed = textAt(0, escaped(scene.typed), ` class="typed t${number}"`, 2);
    return `<g class="scene s${number}">${prompt}${typed}<g class="out o${number}">${rows.join('')}</g></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal: Cora indexes flask and answers questions about it">
<style>${style}</style>
<rect width="${width}" height="${height}" rx="8" fill="#1c2128"/>
${body.join('\n')}
</svg>
`;
}

/** A scene is seen from its beginning to the next one; what it prints from when it is typed. */
function rules({ typed, begins, answers, ends }, number, total) {
  const share = (seconds) => `${((100 * seconds) / total).toFixed(2)}%`;
  const shown = (from, to) =>
    `0%{visibility:hidden}${share(from)}{visibility:visible}${share(to)}{visibility:hidden}100%{visibility:hidden}`;
  const hand = `0%,${share(begins + PAUSE)}{clip-path:inset(0 100% 0 0)}${share(answers - PAUSE / 2)},100%{clip-path:inset(0 0 0 0)}`;
  const loop = `${total.toFixed(2)}s infinite`;
  return `@keyframes s${number}{${shown(begins, ends)}}.s${number}{animation:s${number} ${loop} step-end}
@keyframes o${number}{${shown(answers, ends)}}.o${number}{animation:o${number} ${loop} step-end}
@keyframes t${number}{${hand.replace('inset(0 100% 0 0)}', `inset(0 100% 0 0);animation-timing-function:steps(${typed.length})}`)}}.t${number}{animation:t${number} ${loop}}`;
}

function textAt(line, content, attributes = '', column = 0) {
  const x = (16 + column * CHARACTER.width).toFixed(1);
  const y = Math.round(16 + (line + 0.8) * CHARACTER.height);
  return `<text x="${x}" y="${y}" xml:space="preserve"${attributes}>${content}</text>`;
}

/** The colours of a terminal as classes. */
function styled(row) {
  const on = new Set();
  let out = '';
  for (const piece of row.split(/(\x1b\[[\d;]*m)/)) {
    const [, codes] = /^\x1b\[([\d;]*)m$/.exec(piece) ?? [];
    if (codes === undefined) {
      if (piece !== '')
        out += on.size === 0 ? escaped(piece) : `<tspan class="${[...on].join(' ')}">${escaped(piece)}</tspan>`;
      continue;
    }
    for (const code of codes.split(';').map(Number)) change(on, code);
  }
  return out;
}

function change(on, code) {
  const without = (names) => {
    for (const name of names) on.delete(name);
  };
  const colours = [...on].filter((name) => /^c\d/.test(name));
  if (code === 0) on.clear();
  else if (code === 1) on.add('bold');
  else if (code === 2) on.add('dim');
  else if (code === 4) on.add('u');
  else if (code === 22) without(['bold', 'dim']);
  else if (code === 24) without(['u']);
  else if (code === 39) without(colours);
  else {
    without(colours);
    on.add(`c${code}`);
  }
}

function escaped(text) {
  return text.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark]);
}
