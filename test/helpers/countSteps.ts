/**
 * Counts what a backtracking engine does with a pattern: how often it looks at a character. The
 * engine of JavaScript tells nobody, and a clock depends on the machine. Look-behinds and
 * references to groups are refused.
 */

type Next = (at: number) => boolean;
/** Tries a part of a pattern at a place of the text, then what follows it. */
type Matcher = (at: number, next: Next) => boolean;

export function countSteps({ source, flags, lastIndex }: RegExp, text: string): number {
  let steps = 0;
  let place = 0;

  const look = (at: number, holds: () => boolean): boolean => {
    steps += 1;
    return at <= text.length && holds();
  };

  function alternatives(): Matcher {
    const all = [sequence()];
    while (source[place] === '|') {
      place += 1;
      all.push(sequence());
    }
    return (at, next) => all.some((one) => one(at, next));
  }

  function sequence(): Matcher {
    const parts: Matcher[] = [];
    while (place < source.length && source[place] !== '|' && source[place] !== ')') parts.push(repeated(atom()));
    return (at, next) => {
      const from = (index: number, here: number): boolean =>
        index === parts.length ? next(here) : parts[index]!(here, (there) => from(index + 1, there));
      return from(0, at);
    };
  }

  function repeated(one: Matcher): Matcher {
    const [whole, sign, least, comma, most, lazy] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(source.slice(place)) ?? [];
    if (whole === undefined) return one;
    place += whole.length;
    const from = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const to = sign === undefined ? (comma === '' ? from : Number(most || Infinity)) : sign === '?' ? 1 : Infinity;
    const again = (count: number, at: number, next: Next): boolean => {
      const more = () => count < to && one(at, (there) => there !== at && again(count + 1, there, next));
      if (count < from) return more();
      return lazy === '?' ? next(at) || more() : more() || next(at);
    };
    return (at, next) => again(0, at, next);
  }

  function atom(): Matcher {
    const group = /^\((?:\?(?:<\w+>|:|([=!])))?/.exec(source.slice(place));
    if (group !== null) {
      if (/^\(\?<[=!]/.test(source.slice(place))) throw new Error(`a look-behind in ${source}`);
      place += group[0].length;
      const inner = alternatives();
      place += 1;
      const ahead = group[1];
      if (ahead === undefined) return inner;
      return (at, next) => inner(at, () => true) === (ahead === '=') && next(at);
    }
    const [one] = /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\(?:u[\da-f]{4}|.)|.)/is.exec(source.slice(place))!;
    place += one.length;
    if (/^\\[1-9k]/.test(one)) throw new Error(`a reference in ${source}`);
    if (one === '^' || one === '$' || /^\\b$/i.test(one)) {
      const boundary = new RegExp(one, `${flags.replace(/[gy]/g, '')}y`);
      return (at, next) => look(at, () => holdsAt(boundary, text, at)) && next(at);
    }
    const character = new RegExp(`^(?:${one})$`, flags.replace(/[gym]/g, ''));
    return (at, next) => look(at, () => at < text.length && character.test(text[at]!)) && next(at + 1);
  }

  const pattern = alternatives();
  const last = flags.includes('y') ? lastIndex : text.length;
  for (let at = /[gy]/.test(flags) ? lastIndex : 0; at <= last; at += 1) if (pattern(at, () => true)) break;
  return steps;
}

function holdsAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
