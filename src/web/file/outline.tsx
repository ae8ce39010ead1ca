/** The symbols of a file, indented by what holds them. */

import type { CodeSymbol } from '../../server/pageTypes.ts';
import { type FileRoute, formatRoute } from '../urlState.ts';
import { visible } from '../visible.ts';
import { current, symbols } from './fileState.ts';

export function Outline({ here }: { here: FileRoute }) {
  const all = symbols.value.value;
  if (all === null) return symbols.isLoading.value ? <OutlineBones /> : null;
  if (all.length === 0) return <p class="note">No symbols in this file.</p>;
  const names = new Set(all.map(({ name }) => name));
  return (
    <ol class="outline">
      {all.map((symbol) => {
        const { name, kind, start_line, end_line } = symbol;
        const isHere = symbol === current.value;
        const address = formatRoute({ ...here, startLine: start_line, endLine: end_line });
        return (
          <li key={`${start_line} ${name}`} class={`depth-${depthOf(symbol, names)}`}>
            <a href={address} aria-current={isHere ? 'location' : undefined} title={`${kind} ${visible(name)}`}>
              <span class={`glyph ${kind}`} aria-hidden="true">
                {GLYPHS[kind] ?? '·'}
              </span>
              <span class="outline-name">{visible(name)}</span>
              <span class="lines">{start_line}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** One letter is enough where the column is narrow; the title says the word. */
const GLYPHS: Readonly<Record<string, string>> = {
  function: 'f',
  method: 'm',
  class: 'C',
  interface: 'I',
  type: 'T',
  enum: 'E',
  constant: 'k',
  module: 'M',
  section: '§',
  object: 'o',
};

const DEEPEST = 4;

/** Scopes that are symbols of the file themselves; a namespace around all of it indents nothing. */
function depthOf({ scope }: CodeSymbol, names: ReadonlySet<string>): number {
  return Math.min(DEEPEST, scope.filter((name) => names.has(name)).length);
}

function OutlineBones() {
  return (
    <div aria-hidden="true" class="outline-bones">
      {(['w7', 'w5', 'w8', 'w6', 'w4', 'w7'] as const).map((width, at) => (
        <span key={`${width}${at}`} class={`bone ${width}`} />
      ))}
    </div>
  );
}
