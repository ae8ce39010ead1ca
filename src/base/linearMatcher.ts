/**
 * Patterns of repositories and callers, matched in time linear in pattern × text, whatever they are: the sets of states of a
 * nondeterministic automaton (Thompson 1968), remembered as they come up. JavaScript's own regular expressions try every way to
 * divide a text among the stars of `*a*a*a*a*b`.
 */

/** A pattern over UTF-16 code units. */
export type Pattern =
  | { one: (code: number) => boolean }
  | { all: readonly Pattern[] }
  | { any: readonly Pattern[] }
  | { star: Pattern };

export const literal = (text: string): Pattern => ({
  all: Array.from({ length: text.length }, (_, at) => {
    const wanted = text.charCodeAt(at);
    return { one: (code) => code === wanted };
  }),
});
export const SLASH = '/'.charCodeAt(0);
export const NOT_SLASH: Pattern = { one: (code) => code !== SLASH };
export const ANYTHING: Pattern = { star: { one: () => true } };
const NOTHING: Pattern = { all: [] };
export const maybe = (pattern: Pattern): Pattern => ({ any: [pattern, NOTHING] });
/** Any directories, or none: `` , `a/`, `a/b/`. */
export const DIRECTORIES: Pattern = maybe({ all: [ANYTHING, literal('/')] });

/** Sets of states that are remembered: more come up only where somebody wants them to. */
const MOST_SETS = 500;

type State = { one: (code: number) => boolean; next: number } | { forks: number[] };
interface StateSet {
  states: number[];
  accepts: boolean;
  next: Map<number, StateSet>;
}

/** True for the texts that the pattern matches from their first character to their last. */
export function createMatcher(pattern: Pattern): (text: string) => boolean {
  const states: State[] = [{ forks: [] }];
  const start = addStates(states, pattern, 0);
  let known = new Map<string, StateSet>();
  let first: StateSet | null = null;
  const setOf = (from: readonly number[]): StateSet => {
    const closed = closure(states, from);
    const key = closed.join();
    let set = known.get(key);
    if (set === undefined) {
      if (known.size >= MOST_SETS) {
        // All that is remembered hangs on the first.
        known = new Map();
        first = null;
      }
      set = { states: closed, accepts: closed.includes(0), next: new Map() };
      known.set(key, set);
    }
    return set;
  };
  const step = (set: StateSet, code: number): StateSet => {
    const reached = set.states.flatMap((at) => {
      const state = states[at]!;
      return 'one' in state && state.one(code) ? [state.next] : [];
    });
    const next = setOf(reached);
    if (set.next.size < MOST_SETS) set.next.set(code, next);
    return next;
  };
  return (text) => {
    first ??= setOf([start]);
    let set = first;
    for (let at = 0; at < text.length && set.states.length > 0; at++) {
      const code = text.charCodeAt(at);
      set = set.next.get(code) ?? step(set, code);
    }
    return set.accepts;
  };
}

/** @returns the state that begins the pattern, behind which comes `next`; state 0 is the end */
function addStates(states: State[], pattern: Pattern, next: number): number {
  if ('one' in pattern) return states.push({ one: pattern.one, next }) - 1;
  if ('all' in pattern) return pattern.all.reduceRight((after, part) => addStates(states, part, after), next);
  if ('any' in pattern) return states.push({ forks: pattern.any.map((part) => addStates(states, part, next)) }) - 1;
  const loop: { forks: number[] } = { forks: [next] };
  const at = states.push(loop) - 1;
  loop.forks.push(addStates(states, pattern.star, at));
  return at;
}

/** All states that are reached without a character; sorted. */
function closure(states: readonly State[], from: readonly number[]): number[] {
  const seen = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = states[at]!;
    if ('forks' in state) open.push(...state.forks);
  }
  return [...seen].sort((a, b) => a - b);
}
