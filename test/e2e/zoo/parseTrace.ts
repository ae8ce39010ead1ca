/**
 * Reads what `strace -f -q -yy -o FILE` wrote: one event for each call of the system that has ended.
 *
 *     7720  chdir("/tmp/r")           = 0
 *     7720  openat(AT_FDCWD</tmp/r>, ".git/config", O_RDONLY <unfinished ...>
 *     7720  <... openat resumed>)     = 3</tmp/r/.git/config>
 *     7720  +++ exited with 0 +++
 */

export interface TraceEvent {
  pid: number;
  /** The name of the call. */
  call: string;
  /** As strace prints them: `AT_FDCWD</tmp/r>`, `".git/config"`, `O_RDONLY`. */
  args: readonly string[];
  /** What stands behind the last `=`: `3</tmp/r/.git/config>`, `-1 ENOENT (No such file or directory)`, `?`. */
  result: string;
  /** ENOENT; null where the call went well. */
  error: string | null;
}

export interface Trace {
  events: TraceEvent[];
  /** Child → who started it, with what it shares. */
  parents: ReadonlyMap<number, { parent: number; sharesFolder: boolean }>;
  /** Processes and threads that have neither ended nor been killed: strace was stopped before them. */
  unended: number[];
}

const STARTS = new Set(['clone', 'clone3', 'fork', 'vfork']);

/** @throws Error that names the line which is of no known form: nothing is passed over */
export function parseTrace(text: string): Trace {
  const events: TraceEvent[] = [];
  const begun = new Map<string, string>();
  const parents = new Map<number, { parent: number; sharesFolder: boolean }>();
  const alive = new Set<number>();
  const add = (pid: number, words: string): void => {
    const event = { pid, ...parseCall(words) };
    events.push(event);
    const child = Number.parseInt(event.result, 10);
    if (STARTS.has(event.call) && child > 0)
      parents.set(child, { parent: pid, sharesFolder: event.args.join().includes('CLONE_FS') });
  };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, id, words] = /^(\d+) +(.*)$/.exec(line) ?? fail(line);
    const pid = Number(id);
    alive.add(pid);
    if (words!.startsWith('+++ ')) {
      alive.delete(pid);
      for (const key of begun.keys()) if (key.startsWith(`${pid} `)) begun.delete(key);
      if (/superseded by execve/.test(words!)) alive.add(pid);
      continue;
    }
    if (words!.startsWith('--- ')) continue;
    const [, name, rest] = /^<\.\.\. (\w+) resumed>(.*)$/.exec(words!) ?? [];
    if (name !== undefined) {
      const first = begun.get(`${pid} ${name}`) ?? fail(line);
      begun.delete(`${pid} ${name}`);
      if (rest!.endsWith('<unfinished ...>'))
        begun.set(`${pid} ${name}`, first + rest!.replace(/ ?<unfinished \.\.\.>$/, ''));
      else add(pid, first + rest!);
    } else if (words!.endsWith('<unfinished ...>')) {
      const [, call] = /^(\w+)\(/.exec(words!) ?? fail(line);
      begun.set(`${pid} ${call}`, words!.replace(/ ?<unfinished \.\.\.>$/, ''));
    } else add(pid, words!);
  }
  return { events, parents, unended: [...alive] };
}

function fail(line: string): never {
  throw new Error(`strace printed a line of an unknown form: ${line.slice(0, 300)}`);
}

function parseCall(words: string): Omit<TraceEvent, 'pid'> {
  const open = words.indexOf('(');
  if (!/^\w+$/.test(words.slice(0, Math.max(open, 0)))) fail(words);
  const args: string[] = [];
  let at = open + 1;
  let from = at;
  for (let depth = 0; ; at++) {
    const sign = words[at];
    if (sign === undefined) return fail(words);
    if (sign === '"') at = endOfString(words, at);
    else if (sign === '<' && /[\w)]/.test(words[at - 1] ?? '')) at = endOfNote(words, at);
    else if (sign === '/' && words[at + 1] === '*') at = words.indexOf('*/', at) + 1;
    else if ('([{'.includes(sign)) depth += 1;
    else if (depth > 0 && ')]}'.includes(sign)) depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      const arg = words.slice(from, at).trim();
      if (arg !== '' || sign === ',') args.push(arg);
      from = at + 1;
      if (sign === ')') break;
    }
  }
  const [, result] = /^\s*= (.*)$/.exec(words.slice(at + 1)) ?? fail(words);
  const [, error = null] = /^-1 ([A-Z][A-Z0-9]*)/.exec(result!) ?? /^\? (ERESTART\w*)/.exec(result!) ?? [];
  return { call: words.slice(0, open), args, result: result!, error };
}

/** @param at of the first quote. @returns where the last one stands */
function endOfString(words: string, at: number): number {
  for (let end = at + 1; end < words.length; end++) {
    if (words[end] === '\\') end += 1;
    else if (words[end] === '"') return end;
  }
  return fail(words);
}

/** `</dev/null<char 1:3>>`, `<TCP:[127.0.0.1:1->127.0.0.1:2]>`; in a path, `<` and `>` are written as `\74` and `\76`. */
function endOfNote(words: string, at: number): number {
  const isPath = words[at + 1] === '/';
  for (let end = at + 1, depth = 1; end < words.length; end++) {
    if (words[end] === '\\') end += 1;
    else if (words[end] === '<') depth += 1;
    else if (words[end] === '>' && (isPath || words[end - 1] !== '-')) {
      depth -= 1;
      if (depth === 0) return end;
    }
  }
  return fail(words);
}

/** @returns the text of `"a\nb\377"`, and of `"a"...` that strace has cut; null where it is no text (NULL, a bad address) */
export function textOf(arg: string | undefined): string | null {
  if (arg === undefined || !arg.startsWith('"')) return null;
  return unescaped(arg.slice(1, endOfString(arg, 0)));
}

/** @returns the path of `3</tmp/r/a>` or `AT_FDCWD</tmp/r>`; null where it has none */
export function pathOf(descriptor: string): string | null {
  const [note] = /<.*$/s.exec(descriptor) ?? [];
  if (note === undefined || !note.startsWith('</')) return null;
  return unescaped(note.slice(1, endOfNote(note, 0)).replace(/<(?:char|block) [\d:]+>$/, ''));
}

/** @returns the texts of `["git", "status"]` */
export function textsOf(array: string): string[] {
  const texts: string[] = [];
  for (let at = array.indexOf('"'); at !== -1; ) {
    const end = endOfString(array, at);
    texts.push(unescaped(array.slice(at + 1, end)));
    at = array.indexOf('"', end + 1);
  }
  return texts;
}

const LETTERS: Record<string, string> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' };

function unescaped(text: string): string {
  const bytes = text.replaceAll(/\\(?:([0-7]{1,3})|x([0-9a-f]{2})|(.))/gs, (_, octal, hex, other) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return LETTERS[other] ?? other;
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
