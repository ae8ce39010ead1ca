/** What people see of `cora ask`: the answer while it comes, places that are not in the sources marked, then the sources. */

import { isAbsolute, join } from 'node:path';
import type { AskEnd, AskEvent } from '../ask/askTypes.ts';
import { type AnswerPiece, type CitationReader, createCitationReader } from '../ask/citations.ts';
import { createPaint, type Paint } from '../base/color.ts';
import { linkTo, visibleText } from '../base/renderText.ts';
import type { CommandContext } from '../session/commandContext.ts';
import type { AskOutput } from './askOutput.ts';
import { describeTerminal, type Terminal } from './describeTerminal.ts';
import { type CallerPlace, findCallerPlace } from './findCallerPlace.ts';
import { renderSources } from './render/renderSources.ts';

type Sources = Extract<AskEvent, { type: 'sources' }>;

const MARK = ' (not in the sources)';
/** A mark stands behind what closes a citation. */
const CLOSERS = /^[`*\])"']+/;

export function askText(context: CommandContext): AskOutput {
  const { stdout } = context;
  const terminal = describeTerminal(context);
  const paint = createPaint(terminal.color);
  let found: Sources | null = null;
  let reader: CitationReader | null = null;
  let writer = new AnswerWriter(stdout.write.bind(stdout), paint, () => null);
  const finish = (note: string): void => {
    if (reader === null) return;
    writer.write(reader.end());
    writer.end();
    reader = null;
    if (note !== '') stdout.write(`${paint.yellow(`[${note}]`)}\n`);
  };
  return {
    async take(event) {
      if (event.type === 'sources') {
        found = event;
        const place = 'repositories' in event.result || !terminal.links ? {} : await findCallerPlace(context);
        writer = new AnswerWriter((text) => stdout.write(text), paint, linkerOf(terminal, place));
        reader = createCitationReader(event.sources);
      } else if (event.type === 'text') {
        writer.write(reader!.push(event.text));
      } else {
        finish(noteOn(event));
        stdout.write(await renderSources(found!, event.end, terminal));
      }
    },
    stop: () => finish(found === null || !writer.hasBegun ? '' : 'interrupted: this answer is not whole'),
  };
}

function noteOn(event: { type: 'end' | 'failed'; end: AskEnd }): string {
  if (event.type === 'failed') return event.end.answer === '' ? '' : 'the model failed: this answer is not whole';
  return event.end.cut ? 'cut: --answer-tokens N allows more' : '';
}

type Linker = (path: string, line: number, label: string) => string | null;

function linkerOf({ links }: Terminal, { root }: CallerPlace): Linker {
  if (!links || root === undefined || !isAbsolute(root)) return () => null;
  return (path, line, label) => linkTo(join(root, path), line, label);
}

/** Writes pieces as they come, without anything that a terminal obeys. */
class AnswerWriter {
  hasBegun = false;
  readonly #out: (text: string) => unknown;
  readonly #paint: Paint;
  readonly #link: Linker;
  #mark = '';
  #last = '';

  constructor(out: (text: string) => unknown, paint: Paint, link: Linker) {
    this.#out = out;
    this.#paint = paint;
    this.#link = link;
  }

  write(pieces: readonly AnswerPiece[]): void {
    for (const piece of pieces) this.#write(piece);
  }

  #write({ text, citation }: AnswerPiece): void {
    this.hasBegun = true;
    const shown = visibleText(text);
    this.#last = text.at(-1) ?? this.#last;
    if (citation === null) {
      const closers = this.#mark === '' ? '' : (CLOSERS.exec(shown)?.[0] ?? '');
      const rest = shown.slice(closers.length);
      this.#out(closers);
      if (rest !== '') this.#flushMark();
      this.#out(rest);
      return;
    }
    this.#flushMark();
    if (citation.source === null) {
      this.#mark = MARK;
      this.#out(this.#paint.yellow(shown));
    } else this.#out(this.#link(citation.path, citation.startLine, this.#paint.cyan(shown)) ?? this.#paint.cyan(shown));
  }

  #flushMark(): void {
    if (this.#mark !== '') this.#out(this.#paint.yellow(this.#mark));
    this.#mark = '';
  }

  end(): void {
    this.#flushMark();
    if (this.hasBegun && this.#last !== '\n') this.#out('\n');
  }
}
