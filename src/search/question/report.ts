/**
 * Reads a report, such as a pasted issue: its title, prose, code and output, and stack frames. The
 * parts that come from a template (environment, versions, check lists, comments) are left out. It
 * knows no repository. Pure.
 */

import { EXTENSION } from './readNames.ts';
import { LONGEST_LINE, type StackFrame, stackFrames } from './stackFrames.ts';

export interface Report {
  title: string;
  /** The first paragraph of prose below the title. */
  first: string;
  /** All prose below the title. */
  prose: string;
  /** Blocks of code and output, in order. */
  code: string;
  /** Stack frames, the innermost first. */
  frames: readonly StackFrame[];
  /** Lines that report an error, the last one first. */
  errors: readonly string[];
  /** Paths in links to a forge: `https://host/o/n/blob/main/src/a.ts#L12` → `src/a.ts`, 12. */
  linked: readonly StackFrame[];
  /** Paths in prose or code, outside of stack frames; each line behind a path is another place. */
  paths: readonly StackFrame[];
  /** Names in the title that may be files: `parse-url`, `app/view`, `Perl: …`. */
  parts: readonly string[];
}

/** In characters; the rest is ignored. */
const LONGEST_REPORT = 100_000;
const LEAST_WORDS = 24;
const MOST_ERRORS = 12;

const LEAST_WORDS_OF_A_LINE = 48;

/**
 * True for a text of several lines, or a very long one, that has more words than a question, a
 * block of code, or a stack frame. A chat is no report.
 */
export function isReport(text: string, words: number): boolean {
  const lines = text.split('\n', MOST_LOOKED_AT).filter((line) => line.trim() !== '');
  if (lines.some((line) => TURN.test(line.slice(0, LONGEST_LINE)))) return false;
  if (lines.length < 2) return words >= LEAST_WORDS_OF_A_LINE;
  return words >= LEAST_WORDS || lines.some((line) => FENCE.test(line)) || stackFrames(lines.join('\n')).length > 0;
}

const MOST_LOOKED_AT = 2000;
/** `User: …`, `**Assistant:** …`: see question.ts. `Model: …` may be a line about a device. */
const TURN = /^[ \t>*#-]*(?:user|human|assistant|ai|bot)\b[ \t*]*:/i;

export function readReport(text: string): Report {
  const lines = linesOf(text.slice(0, LONGEST_REPORT).replaceAll('\r', ''));
  const start = lines.findIndex((line) => line.trim() !== '');
  const frames = stackFrames(lines.join('\n'));
  const kept = keptLines(lines.slice(start));
  const errors = kept.filter(({ line }) => isError(line)).map(({ line }) => line.trim());
  // If a text begins with a trace, the title follows the trace.
  const isTrace = TRACE.test(lines[start] ?? '') || stackFrames(lines[start] ?? '').length > 0;
  const title = isTrace ? (errors.at(-1) ?? '') : stripped(withoutLinks(lines[start] ?? ''), '# ');
  const below = isTrace ? kept : kept.filter(({ at }) => at > 0);
  const paragraphs = paragraphsOf(below.map(({ line, isCode }) => (isCode ? '' : line)));
  return {
    title,
    first: paragraphs[0] ?? '',
    prose: paragraphs.join('\n\n'),
    code: below.flatMap(({ line, isCode }) => (isCode ? [line] : [])).join('\n'),
    frames,
    errors: errors.reverse().slice(0, MOST_ERRORS),
    linked: linkedPaths(lines),
    paths: writtenPaths(kept.map(({ line }) => line)),
    parts: titledParts(title),
  };
}

/** Splits at blank lines. */
function paragraphsOf(lines: readonly string[]): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() !== '') paragraphs.at(-1)!.push(line);
    else if (paragraphs.at(-1)!.length > 0) paragraphs.push([]);
  }
  return paragraphs.flatMap((paragraph) => (paragraph.length === 0 ? [] : [paragraph.join('\n').trim()]));
}

/** `src/app.ts`, `app.ts`; `app.run` is none, and `a/b/Makefile` neither. */
const PATH = /(?<![\w./\\-])[\w./\\-]*\w\.[A-Za-z]\w{0,4}(?![\w/])/g;
const MOST_PATHS = 40;

/** `:12`, `:[12,5]`, `(12)`, `, line 12` behind a path */
const LINE = /^[`"']?(?::\[?|\(|#L|,? (?:on |at )?line )(\d{1,7})/;

function writtenPaths(lines: readonly string[]): StackFrame[] {
  const found: StackFrame[] = [];
  for (const line of lines) {
    if (line.length > LONGEST_LINE || !line.includes('.') || stackFrames(line).length > 0) continue;
    for (const { 0: path, index } of line.matchAll(PATH)) {
      const isFile = /[\\/]/.test(path) || EXTENSION.test(path.slice(path.lastIndexOf('.') + 1));
      if (isFile) found.push(placeOf(path.replaceAll('\\', '/'), LINE.exec(line.slice(index + path.length))?.[1]));
    }
  }
  return distinct(found).slice(0, MOST_PATHS);
}

function placeOf(path: string, line = '0'): StackFrame {
  return { path, line: Number(line), name: '' };
}

function distinct(places: readonly StackFrame[]): StackFrame[] {
  return [...new Map(places.map((place) => [`${place.path}:${place.line}`, place])).values()];
}

const SEVERAL = /[A-Za-z][-_./][A-Za-z]/;
/** `Perl: fails`, `[perl] fails`, `fix(perl): fails` */
const COMPONENT = /^(?:\w+\()?\[?`?([\w./-]{2,40})`?(?:\)?\]?!?:\s|\] )/;

/** `Error: no such file`, `[Bug] no such file` */
const KIND =
  /^(?:bug|build|chore|ci|crash|docs?|error|feat|feature|fix|help|idea|issue|panic|proposal|question|regression|request|tests?|warning)$/i;

function titledParts(title: string): string[] {
  const component = COMPONENT.exec(title)?.[1] ?? '';
  const words = title.slice(0, LONGEST_LINE).split(/[^\w./-]+/);
  const parts = words.filter((word) => SEVERAL.test(word));
  return [...new Set(component === '' || KIND.test(component) ? parts : [component, ...parts])];
}

/** Splits an issue that was pasted as a single line where its lines were. */
function linesOf(text: string): string[] {
  if (text.trim().includes('\n')) return text.split('\n');
  const parted = text
    .trim()
    .replace(/```/g, '\n```\n')
    .replace(/ (?=#{1,6} )/g, '\n')
    .replace(/\*\*( ?[A-Z][^*\n]{2,80})\*\*/g, '\n**$1**\n');
  const [first = '', ...rest] = parted.split('\n');
  const end = SENTENCE.exec(first)?.[0].length ?? first.length;
  return [first.slice(0, end), first.slice(end), ...rest];
}

/** Matches the first sentence, or as much of it as a title may have. */
const SENTENCE = /^.{20,160}?(?:[.?!:](?= )|(?= (?:When|The|If|I|In|This|We|There|Currently|Right now|Hi|Hello)\b))/;

const TRACE = /^\s*(?:Traceback \(most recent|goroutine \d|Exception in thread|Unhandled exception|panic: )/;

interface KeptLine {
  /** The number of its line in the text. */
  at: number;
  line: string;
  /** True for code or output. */
  isCode: boolean;
}

const FENCE = /^\s*(?:```|~~~)/;
const PROMPT = /^\s*(?:>>>|\.\.\. |In \[\d+\]:|Out\[\d+\]:|\$ )/;

/** Returns the lines of prose and of code without links. */
function keptLines(lines: readonly string[]): KeptLine[] {
  const kept: KeptLine[] = [];
  let isFenced = false;
  let isDropped = false;
  // A section without a marked heading, such as `Version:`, is one paragraph.
  let endsAtGap = false;
  let isBegun = false;
  const hidden = createHidden();
  for (const [at, whole] of lines.entries()) {
    const isFence = FENCE.test(whole);
    const line = isFenced || isFence ? whole : hidden.visible(whole);
    if (hidden.isInside && !isFenced) continue;
    if (isFence) {
      isFenced = !isFenced;
      continue;
    }
    if (endsAtGap && isBegun && !isFenced && line.trim() === '') isDropped = false;
    const heading = isFenced || at === 0 ? null : headingOf(line);
    if (heading !== null) {
      isDropped = ENVIRONMENT.test(heading);
      endsAtGap = !isMarked(line);
      isBegun = false;
    } else if (line.trim() !== '') isBegun = true;
    if (isDropped || (heading !== null && (TEMPLATE.test(heading) || (isMarked(line) && ASKING.test(heading)))))
      continue;
    if (isEnvironment(line) || ASIDE.test(line) || (!isFenced && REQUEST.test(line))) continue;
    const isCode = isFenced || /^(?: {4}|\t)/.test(line) || PROMPT.test(line);
    const said = withoutLinks(isCode ? line : line.replace(IMAGE, ' '));
    if (said.trim() === '' && line.trim() !== '') continue;
    kept.push({ at, line: said, isCode });
  }
  return kept;
}

/** Removes HTML comments and folded details, which may have several lines. */
function createHidden() {
  let until = '';
  return {
    get isInside() {
      return until !== '';
    },
    /** Returns the rest of the line. */
    visible(line: string): string {
      let out = '';
      let rest = line;
      while (rest !== '') {
        if (until !== '') {
          const end = rest.toLowerCase().indexOf(until);
          if (end === -1) return out;
          rest = rest.slice(end + until.length);
          until = '';
        }
        const [begin, close] = nearestHidden(rest);
        if (begin === -1) return out + rest;
        out += rest.slice(0, begin);
        rest = rest.slice(begin + 4);
        until = close;
      }
      return out;
    },
  };
}

function nearestHidden(text: string): [begin: number, close: string] {
  const comment = text.indexOf('<!--');
  const details = text.toLowerCase().indexOf('<details');
  if (comment === -1 || (details !== -1 && details < comment)) return [details, '</details>'];
  return [comment, '-->'];
}

/**
 * Reads headings such as `### Steps to reproduce`, `**Environment**:`, `Expected behavior:`; null
 * for other lines.
 */
function headingOf(line: string): string | null {
  const text = line.trim();
  if (text === '' || text.length > 90) return null;
  const bare = stripped(text, '#*_:?. ').toLowerCase();
  return isMarked(text) || text.endsWith(':') || TEMPLATE.test(bare) ? bare : null;
}

/** True for `## Heading` and `**Heading**:`. */
function isMarked(line: string): boolean {
  return /^\s*(?:#|\*\*.*\*\*:?\s*$)/.test(line);
}

/** Matches headings of a template; the section below is left out. */
const ENVIRONMENT =
  /^(?:your )?(?:environment|system info(?:rmation)?|versions?|output of .*versions|additional dependencies|os \/ environment|[\w.@/-]+ version|installed versions|operating systems?|used package manager|validations|checklist|pre-?flight|info about your system|debug info|.*\(please complete the following information)\b/;
/** Matches headings of a template whose sections are kept. */
const TEMPLATE =
  /^(?:problem description|bug description|issue description|description|summary|expected (?:output|results?|behaviou?r)|actual (?:output|results?|behaviou?r)|current behaviou?r|(?:steps to reproduce|reproduction steps|how to reproduce|to reproduce|reproducer)(?: the (?:issue|bug))?|minimal (?:complete verifiable |reproducible )?example.*|mcve.*|(?:code sample|a small, complete example).*|what (?:happened|you expected to happen|did you expect.*|were you expecting.*)|is your feature request.*|describe (?:the|alternatives|what|your|a) .*|motivation|additional context|anything else (?:we need to know)?|configuration|command used|\w+ output|proposal|desired behaviou?r)$/;
/** Matches marked headings that ask the reporter for something: their sections are kept. */
const ASKING =
  /^(?:(?:what|which|how|is|are|do|does|did|can|have|if|please|any|steps|expected|actual|current)\b|(?:minimal repro\w*|reproduc\w*|search terms|bug(?: report)?|issue|question|cause|stack ?trace|output|logs?|additional info\w*|other relevant info\w*|description overview|context)$)/;
/** `- [x] I have searched`, and a comment: `[NOTE]: # (Be brief)` */
const ASIDE = /^\s*(?:[-*] \[[ xX]\]|\[[^\]]{1,20}\]: +#(?: |$))/;
/** `Please mention …`, `[ ] Bug`, and HTML without text: `<br/>` */
const REQUEST =
  /^\W*please (?:include|mention|describe|fill|attach|make sure|check|search|confirm|tell)\b.{0,160}$|^\s*(?:\[[ x]\] |<\/?(?:br|hr|p|pre|div|center|sub)\b[^<>]*>\s*$)/i;

/**
 * True if the line is only `python: 3.8.3`, `numpy==1.18`, `LC_ALL: None`, `xarray 0.16.0` or the
 * like.
 */
function isEnvironment(line: string): boolean {
  return line.length < 80 && [SETTING, PACKAGE, MACHINE].some((form) => form.test(line));
}

const SETTING =
  /^\s*(?:[-*] )?[A-Za-z][\w.-]* ?(?::|==|=) ?(?:v?\d+(?:\.\d+)+\S*(?: \(.*)?|None|installed|little|x86_64|[\w.]*utf-8)\s*$/i;
const PACKAGE = /^[A-Za-z][\w.-]* +\d+(?:\.\d+)+\S*\s*$/;
/** `- OS: Linux`, `| PHP version | 8.4`, `* **Acme / Pro Version(s):** v1.2`, `Acme version 1.2` */
const MACHINE =
  /^[\s|*-]*(?:(?:[\w./@()+][\w./@()+-]* +){0,5}(?:versions?(?:\(s\))?(?=.*\d)|os|operating system|platform)\** *[:|]\s*(?:\S+ +){0,5}\S*|(?:[\w./+][\w./+-]* (?:- )?){0,3}versions?\** +\S{0,8}\d\S*\s*|(?:os|os\/distro\b[^:]*|operating system|platform|distro|distribution|kernel|(?:cpu )?arch(?:itecture)?|browser|desktop env(?:ironment)?|windowing system|revision)(?:\*\*)?:.*)$/i;

const ERROR = /\b[A-Z]\w*(?:Error|Exception|Warning)\b|^E {2}|\b(?:error|fatal|panic(?:ked)?|assertion failed)\b/i;

function isError(line: string): boolean {
  return line.length <= LONGEST_LINE && ERROR.test(line);
}

/** An image in HTML or Markdown, of which only the address says something. */
const IMAGE = /<img\b[^<>]*>|!\[[^[\]]*\]\([^()]*\)/gi;

const LINK = /https?:\/\/[^\s)>\]]+/g;

function withoutLinks(line: string): string {
  return line.includes('://') ? line.replace(LINK, ' ') : line;
}

const BLOB = /\/(?:blob|tree|raw|src)\/[^/\s]+\/([^\s#?)>\]]+\.\w+)/;
const LINE_OF_LINK = /#L?(\d{1,7})/;

function linkedPaths(lines: readonly string[]): StackFrame[] {
  const links = lines.flatMap((line) => (line.includes('://') ? (line.match(LINK) ?? []) : []));
  return distinct(
    links.flatMap((link) => {
      const path = BLOB.exec(link.slice(0, LONGEST_LINE))?.[1];
      return path === undefined ? [] : [placeOf(path, LINE_OF_LINK.exec(link)?.[1])];
    }),
  );
}

/** Removes these characters from both ends. */
function stripped(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start]!)) start += 1;
  while (end > start && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}
