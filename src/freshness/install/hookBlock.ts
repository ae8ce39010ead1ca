/**
 * Our lines in a file of somebody else: put in between two marks, found again, taken out. Texts only, as latin1: one
 * character for each byte, so that what is not ours stays as it is, whatever its encoding.
 */

const BEGIN = '# BEGIN cora';
const END = '# END cora';

/** Where a block stands: from its first character to behind its last, with the newline that came with it. */
interface Place {
  from: number;
  to: number;
  text: string;
}

/** @param lines between the marks, each ending with a newline; @param note stands behind the first mark */
export function blockOf(note: string, lines: string): string {
  return `${BEGIN} ${note}\n${lines}${END}`;
}

/** @returns the block without a newline at its end; null where there is none */
export function findBlock(text: string): string | null {
  return placeOf(text)?.text ?? null;
}

/** Whether a mark stands there without its other one: somebody edited inside, and only they know what is whose. */
export function isTorn(text: string): boolean {
  const marks = text.split('\n').filter((line) => isBegin(line) || isEnd(line));
  return marks.length > 0 && (marks.length !== 2 || placeOf(text) === null);
}

/**
 * Puts the block behind the line that names the interpreter: at the end it would never be reached in a hook that ends with
 * `exit` or `exec`. Replaces the block that is there.
 */
export function insertBlock(text: string, block: string): string {
  const firstLine = text.startsWith('#!') ? (/^.*(?:\n|$)/.exec(text)?.[0].length ?? 0) : 0;
  return putBlock(text, block, firstLine);
}

/** Puts the block at the end, or in the place of the one that is there. */
export function appendBlock(text: string, block: string): string {
  return putBlock(text, block, text.length);
}

function putBlock(text: string, block: string, at: number): string {
  const old = placeOf(text);
  if (old !== null)
    return text.slice(0, old.from) + text.slice(old.from, old.to).replace(old.text, () => block) + text.slice(old.to);
  // Behind a last line without a newline the block brings one before it, and has none behind it: taking it out mends that.
  if (at > 0 && text[at - 1] !== '\n') return `${text}\n${block}`;
  return `${text.slice(0, at)}${block}\n${text.slice(at)}`;
}

/** Takes the block out; every other byte stays. */
export function removeBlock(text: string): string {
  const place = placeOf(text);
  return place === null ? text : text.slice(0, place.from) + text.slice(place.to);
}

function placeOf(text: string): Place | null {
  let begin = -1;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(from, end);
    if (isBegin(line)) begin = from;
    else if (isEnd(line) && begin !== -1) {
      const inner = text.slice(begin, end);
      if (newline !== -1) return { from: begin, to: end + 1, text: inner };
      return { from: text[begin - 1] === '\n' ? begin - 1 : begin, to: end, text: inner };
    }
    from = end + 1;
  }
  return null;
}

function isBegin(line: string): boolean {
  return line === BEGIN || line.startsWith(`${BEGIN} `);
}

function isEnd(line: string): boolean {
  return line === END;
}
