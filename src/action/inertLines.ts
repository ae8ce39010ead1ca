/**
 * Text for the log of a job. The runner takes lines that begin with `::`, and `##[` anywhere, for commands (set an output, mask a
 * text, add an annotation), and a path of the repository may hold anything.
 */
export function inertLines(text: string): string {
  return text.replace(/::(?<=^\s*::)/gm, '\\::').replaceAll('##[', '##\\[');
}
