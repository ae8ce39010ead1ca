/** Comments to documentation: the marks of all languages taken off, the words kept. */

const MAX_DOC = 2000;

/** @param comments their source text, in order; a docstring may come with its quotes */
export function docOf(comments: string[]): string {
  const lines = comments.flatMap((comment) => withoutMarks(comment.trim()).split('\n'));
  const words = lines.map((line) => line.trim()).filter((line) => !/^[-=*#/~_]{3,}$/.test(line));
  return words
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_DOC);
}

function withoutMarks(comment: string): string {
  if (comment.startsWith('(*')) return comment.replace(/^\(\*+/, '').replace(/(?<!\*)\*+\)$/, '');
  if (comment.startsWith('/*')) {
    return comment
      .replace(/^\/\*+!?/, '')
      .replace(/(?<!\*)\*+\/$/, '')
      .replace(/^[ \t]*\*+[ \t]?/gm, '');
  }
  for (const [open, close] of BLOCKS) {
    if (comment.startsWith(open)) return comment.slice(open.length).replace(close, '');
  }
  const quoted = /^(?:@\w*doc\s+~?)?[a-zA-Z]{0,2}("""|'''|"|')/.exec(comment);
  if (quoted !== null) return comment.slice(quoted[0].length).replace(new RegExp(`${quoted[1]}$`), '');
  return comment.replace(/^[ \t]*(\/\/+!?|#+!?|--+|;+|%+)[ \t]?/gm, '').replace(/<\/?summary>/g, '');
}

const BLOCKS: readonly (readonly [string, RegExp])[] = [
  ['--[[', /\]\]$/],
  ['<!--', /-->$/],
  ['=begin', /=end\s*$/],
];
