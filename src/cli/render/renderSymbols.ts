/** What people see of `cora symbols` and `cora refs`: one place on a line, in the form that editors make clickable. */

import { createPaint } from '../../base/color.ts';
import { cutEnd, visible } from '../../base/renderText.ts';
import type { ReferenceHit, SymbolHit } from '../../graph/symbols.ts';
import type { ManyReference } from '../../search/findReferencesMany.ts';
import { lineRange, type PlaceOptions, renderPlace } from './renderPlace.ts';

export interface ListOptions extends PlaceOptions {
  /** Columns, default 80; what is cut is never the place. */
  width?: number;
}

const INDENT = '    ';

/** `src/git/runGit.ts:44-57  function runGit`, the signature below. @returns '' or text that ends with a newline */
export function renderSymbols(hits: readonly SymbolHit[], options: ListOptions = {}): string {
  const paint = createPaint(options.color === true);
  const blocks = hits.map((hit) => {
    const status = hit.status === 'committed' ? '' : paint.yellow(`  ${hit.status}`);
    const name = paint.dim(visible(scopeOf(hit.scope, hit.kind === 'section'))) + paint.cyan(visible(hit.name));
    const place = renderPlace(hit.path, hit.startLine, lineRange(hit), options);
    return [`${place}  ${paint.dim(hit.kind)} ${name}${status}`, ...below(hit.signature, options)].join('\n');
  });
  return textOf(blocks);
}

/** `src/build.ts:71  call in buildIndex → src/plan.ts:32`, the line itself below. @returns '' or text that ends with a newline */
export function renderReferences(
  hits: readonly (ReferenceHit & Partial<ManyReference>)[],
  options: ListOptions = {},
): string {
  const paint = createPaint(options.color === true);
  const blocks = hits.map((hit) => {
    const place = ofRepository(hit.repository) + renderPlace(hit.path, hit.line, `:${hit.line}`, options);
    const within =
      hit.symbol === '' ? '' : ` in ${visible(scopeOf(hit.scope, hit.kind === 'link'))}${visible(hit.symbol)}`;
    const { target } = hit;
    const meant =
      target === null
        ? ''
        : ` ${paint.dim('→')} ${ofRepository(hit.targetRepository)}${renderPlace(target.path, target.startLine, `:${target.startLine}`, { ...options, color: false })}`;
    return [`${place}  ${paint.dim(hit.kind + within)}${meant}`, ...below(hit.preview, options)].join('\n');
  });
  return textOf(blocks);
}

function ofRepository(name: string | undefined): string {
  return name === undefined ? '' : `${visible(name)}  `;
}

function scopeOf(scope: readonly string[], isDocument: boolean): string {
  return scope.map((name) => name + (isDocument ? ' › ' : '.')).join('');
}

function below(code: string, { width = 80 }: ListOptions): string[] {
  return code === '' ? [] : [INDENT + cutEnd(visible(code.trim()), Math.max(20, width - INDENT.length))];
}

function textOf(blocks: readonly string[]): string {
  return blocks.map((block) => `${block}\n`).join('');
}
