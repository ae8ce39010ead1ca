/**
 * The places that an answer names, and whether the model was shown them:
 *
 *   src/store/open.ts:12   src/store/open.ts:12-30   open.ts:L12-L30   src/store/open.ts#L12-L30
 *   `src/store/open.ts` (lines 12-30)   [2]   [1, 3]
 *
 * Read from a stream: what comes back at once cannot change any more, and only what may be the beginning of a citation waits. Pure.
 */

import type { AskSource, Citation } from '../base/citationTypes.ts';
import { type CitationForms, citationForms } from './citationForms.ts';
import { createResolver, type Place } from './resolveCitation.ts';

/** A piece of an answer: text as it is, and the citation that it is, if it is one. */
export interface AnswerPiece {
  text: string;
  citation: Citation | null;
}

export interface CitationReader {
  /** @returns all that can be said now; the texts of all pieces are the answer */
  push(text: string): AnswerPiece[];
  /** The last text, with what has waited. */
  end(text?: string): AnswerPiece[];
}

export function findCitations(answer: string, sources: readonly AskSource[]): Citation[] {
  const pieces = createCitationReader(sources).end(answer);
  return pieces.flatMap(({ citation }) => (citation === null ? [] : [citation]));
}

export function createCitationReader(sources: readonly AskSource[]): CitationReader {
  const forms = citationForms(sources);
  const resolve = createResolver(sources);
  const code = new CodeState();
  let text = '';
  let done = 0;

  const readTo = (limit: number): AnswerPiece[] => {
    const pieces: AnswerPiece[] = [];
    const add = (to: number, citation: Citation | null): void => {
      if (to > done) pieces.push({ text: text.slice(done, to), citation });
      done = to;
    };
    forms.token.lastIndex = done;
    for (let match = forms.token.exec(text); match !== null; match = forms.token.exec(text)) {
      const end = match.index + match[0].length;
      if (end > limit) {
        // More text may change it.
        add(Math.max(done, Math.min(limit, match.index)), null);
        return pieces;
      }
      for (const { from, to, place } of placesOf(match, code, forms)) {
        const resolved = resolve(place);
        if (resolved === null) continue;
        add(from, null);
        add(to, { text: text.slice(from, to), at: from, ...resolved });
      }
    }
    add(limit, null);
    return pieces;
  };

  return {
    push: (piece) => {
      text += piece;
      return readTo(forms.heldFrom(text, done));
    },
    end: (piece = '') => {
      text += piece;
      return readTo(text.length);
    },
  };
}

interface Found {
  from: number;
  to: number;
  place: Place;
}

/** Also follows what is code: `[1]` is a citation in prose and an index in code. */
function placesOf(match: RegExpExecArray, code: CodeState, { isPath }: CitationForms): Found[] {
  const { fence, ticks, end, path, numbers, ...lines } = match.groups!;
  const from = match.index;
  if (path !== undefined) {
    if (match[0].indexOf('`', path.length) !== -1) code.follow({ ticks: '`' });
    if (!isPath(path)) return [];
    const a = Number(lines.first ?? lines.first2);
    const b = Number(lines.last ?? lines.last2 ?? a);
    const place = { path, startLine: Math.min(a, b), endLine: Math.max(a, b) };
    return [{ from, to: from + match[0].length, place }];
  }
  if (numbers === undefined) {
    code.follow({ fence, ticks, end });
    return [];
  }
  if (code.isCode) return [];
  const named = [...numbers.matchAll(/\d+/g)];
  // Of a list each number is a place of its own; of a single one the brackets belong to it.
  if (named.length === 1) return [{ from, to: from + match[0].length, place: { number: Number(named[0]![0]) } }];
  return named.map((one) => {
    const at = from + 1 + one.index;
    return { from: at, to: at + one[0].length, place: { number: Number(one[0]) } };
  });
}

/** Markdown's fences and back-ticks, as far as they matter here. */
class CodeState {
  #inFence = false;
  #inTicks = false;

  get isCode(): boolean {
    return this.#inFence || this.#inTicks;
  }

  follow({ fence, ticks, end }: Readonly<Record<string, string | undefined>>): void {
    if (fence !== undefined) this.#inFence = !this.#inFence;
    if (end !== undefined || fence !== undefined) this.#inTicks = false;
    if (ticks !== undefined) this.#inTicks = !this.#inTicks;
  }
}
