/**
 * Whether a text holds a string, for many strings: asking once costs the length of the text, asking often the length of each string. A
 * line of a megabyte mentions a hundred thousand names and is cut into sixty chunks, each of which gets those that it shows.
 *
 * The automaton of all substrings of a text, which a text of n characters builds in n steps, at most 2n states:
 * Blumer, Blumer, Haussler, Ehrenfeucht, Chen, Seiferas: The smallest automaton recognizing the subwords of a text, TCS 40 (1985).
 */

/** Building costs as much as so many looks. */
const FEW = 500;

/** @returns what `text.includes` returns */
export function createIncludes(text: string): (wanted: string) => boolean {
  let asked = 0;
  let automaton: State[] | undefined;
  return (wanted) => {
    asked += 1;
    if (asked <= FEW) return text.includes(wanted);
    automaton ??= automatonOf(text);
    return accepts(automaton, wanted);
  };
}

interface State {
  /** By UTF-16 code unit, places in the list of states. */
  next: Map<number, number>;
  /** Of the longest substring that leads here. */
  length: number;
  /** The state of its longest end that leads elsewhere; -1 for the start. */
  link: number;
}

function accepts(states: readonly State[], wanted: string): boolean {
  let at: number | undefined = 0;
  for (let index = 0; index < wanted.length && at !== undefined; index++) {
    at = states[at]!.next.get(wanted.charCodeAt(index));
  }
  return at !== undefined;
}

function automatonOf(text: string): State[] {
  const states: State[] = [{ next: new Map(), length: 0, link: -1 }];
  let last = 0;
  for (let index = 0; index < text.length; index++) last = append(states, last, text.charCodeAt(index));
  return states;
}

/** @returns the state of the whole text so far */
function append(states: State[], last: number, code: number): number {
  const added = states.push({ next: new Map(), length: states[last]!.length + 1, link: 0 }) - 1;
  let from = last;
  while (from !== -1 && !states[from]!.next.has(code)) {
    states[from]!.next.set(code, added);
    from = states[from]!.link;
  }
  if (from === -1) return added;
  const target = states[from]!.next.get(code)!;
  states[added]!.link =
    states[from]!.length + 1 === states[target]!.length ? target : split(states, from, code, target);
  return added;
}

/** What the target stands for has two meanings now: the shorter ones get a state of their own. */
function split(states: State[], from: number, code: number, target: number): number {
  const { next, link } = states[target]!;
  const clone = states.push({ next: new Map(next), length: states[from]!.length + 1, link }) - 1;
  for (let at = from; at !== -1 && states[at]!.next.get(code) === target; at = states[at]!.link) {
    states[at]!.next.set(code, clone);
  }
  states[target]!.link = clone;
  return clone;
}
