/** What people see of `cora symbols` and `cora refs`: one line for each place, in the form that editors make clickable. */

import type { CallEdge, ReferenceHit, SymbolHit } from '../index.ts';
import { createPaint } from './color.ts';
import { visible } from './renderText.ts';

/** `src/git/runGit.ts:44-57  function runGit  export async function runGit(place: GitPlace, …)` */
export function renderSymbols(hits: readonly SymbolHit[], color = false): string {
  const paint = createPaint(color);
  return lines(
    hits.map((hit) => {
      const name = [...hit.scope, hit.name].join('.');
      const status = hit.status === 'committed' ? '' : `  ${hit.status}`;
      return `${paint.bold(visible(hit.path))}${paint.dim(`:${hit.startLine}-${hit.endLine}`)}  ${hit.kind} ${visible(name)}${status}${hit.signature === '' ? '' : `\n    ${visible(hit.signature)}`}`;
    }),
  );
}

/** `src/build.ts:71  call in buildIndex → src/plan.ts:32  const plan = planBuild(…)` */
export function renderReferences(hits: readonly ReferenceHit[], color = false): string {
  const paint = createPaint(color);
  return lines(
    hits.map((hit) => {
      const place = `${paint.bold(visible(hit.path))}${paint.dim(`:${hit.line}`)}`;
      const within = hit.symbol === '' ? '' : ` in ${visible([...hit.scope, hit.symbol].join('.'))}`;
      const target = hit.target === null ? '' : paint.dim(` → ${visible(hit.target.path)}:${hit.target.startLine}`);
      return `${place}  ${hit.kind}${within}${target}\n    ${visible(hit.preview)}`;
    }),
  );
}

/** One edge on a line, indented by its distance: `runIndex → indexRepository  src/entry/commands/index.ts:11` */
export function renderCalls(edges: readonly CallEdge[], color = false): string {
  const paint = createPaint(color);
  return lines(
    edges.map(({ depth, caller, callee, by }) => {
      const indent = '  '.repeat(depth - 1);
      const target = callee.path === null ? '' : ` → ${visible(callee.path)}:${callee.line}`;
      return `${indent}${paint.bold(visible(caller.symbol))} calls ${paint.bold(visible(callee.symbol))}  ${visible(caller.path)}:${caller.line}${target}${by === null ? paint.dim('  (by name only)') : ''}`;
    }),
  );
}

function lines(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `${texts.join('\n')}\n`;
}
