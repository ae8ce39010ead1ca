/**
 * Lines of code with their numbers. Text becomes text nodes: nothing in a file is ever markup.
 * Colours are loaded after the first code is there: until then it stands in plain text, in the same
 * place.
 */

import { signal, useComputed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { findWords, type QueryWords } from '../../search/queryWords.ts';
import { numberOf, seenCode } from '../visible.tsx';
import { type Highlight, markTokens, plainLines, type Row, type Token } from './codeLines.ts';

interface CodeRowsProps {
  text: string;
  language: string;
  rows: readonly Row[];
  /** The query's, to be marked. */
  words?: QueryWords | null;
  /** Lines that are set off. */
  focus?: { startLine: number; endLine: number } | null;
  /** The name of the region that a screen reader meets. */
  label: string;
  /** True for code that is in no file: it is without numbers. */
  isBare?: boolean;
  /** Makes `LINE` of a line its id, to be scrolled to. */
  idPrefix?: string;
  onGap?(): void;
}

export function CodeRows({
  text,
  language,
  rows,
  words = null,
  focus = null,
  label,
  isBare = false,
  idPrefix,
  onGap,
}: CodeRowsProps) {
  useEffect(wantColours, []);
  const colour = useComputed(() => highlight.value).value;
  const lines = useMemo(() => colour?.(language, text) ?? plainLines(text), [colour, language, text]);
  const raw = useMemo(() => text.split('\n'), [text]);
  return (
    // Wider than the page at times: it must be reachable to be scrolled.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section class={isBare ? 'code is-bare' : 'code'} tabIndex={0} aria-label={label}>
      <table role="presentation">
        <tbody>
          {rows.map((row) => {
            if ('gap' in row) return <Gap key={`gap-${rows.indexOf(row)}`} lines={row.gap} onOpen={onGap} />;
            const line = raw[row.index] ?? '';
            const spans = words === null ? [] : findWords(line, words);
            const isFocus = focus !== null && focus.startLine <= row.line && row.line <= focus.endLine;
            return (
              <tr
                key={row.line}
                id={idPrefix === undefined ? undefined : `${idPrefix}${row.line}`}
                class={isFocus ? 'is-focus' : undefined}
              >
                <td class="number" data-line={row.line} />
                <td class="line">
                  <Pieces tokens={markTokens(lines[row.index] ?? [], spans)} />
                  {'\n'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Pieces({ tokens }: { tokens: readonly Token[] }) {
  return (
    <>
      {tokens.map(({ text: raw, kind, marked }, at) => {
        const text = seenCode(raw);
        const colour = kind === '' ? undefined : `t-${kind.replace(/[^a-z_-]/g, '')}`;
        const key = `${at}`;
        if (marked === true) {
          return <mark key={key}>{text}</mark>;
        }
        return colour === undefined ? (
          text
        ) : (
          <span key={key} class={colour}>
            {text}
          </span>
        );
      })}
    </>
  );
}

function Gap({ lines, onOpen }: { lines: number; onOpen?: (() => void) | undefined }) {
  const text = numberOf(lines, 'line');
  return (
    <tr class="gap">
      <td class="number" />
      <td>
        {onOpen === undefined ? (
          text
        ) : (
          <button type="button" class="quiet" onClick={onOpen}>
            {text}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Null until the grammars are there. */
const highlight = signal<Highlight | null>(null);

let isAskedFor = false;

function wantColours(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  import('./grammars.ts').then(
    ({ highlightCode }) => {
      highlight.value = highlightCode;
    },
    () => {
      // Code can be read without colours; the next result asks again.
      isAskedFor = false;
    },
  );
}
