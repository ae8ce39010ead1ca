import { appendFileSync } from 'node:fs';
import { it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunk.ts';
const grow = WebAssembly.Memory.prototype.grow;
let most = 0; let failed = 0;
WebAssembly.Memory.prototype.grow = function (pages) { try { const before = grow.call(this, pages); most = Math.max(most, before + pages); return before; } catch (e) { failed++; throw e; } };
const N = 900_000;
const times = (u: string, n = N) => u.repeat(Math.floor(n / u.length));
const S: [string, string, string][] = [
 ['ruby', 'heredocs in a line', times('<<A,')],
 ['ruby', 'heredocs long names', Array.from({length: 3000}, (_, i) => `<<${'A'.repeat(290)}${i}`).join(',')],
 ['ruby', 'one heredoc name', `<<${'A'.repeat(N)}\n`],
 ['ruby', 'quotes', times('%q(')],
 ['ruby', 'interp', times('"#{')],
 ['bash', 'heredocs', times('cat <<A\n')],
 ['bash', 'heredoc name', `cat <<${'A'.repeat(N)}\nx\n`],
 ['bash', 'subst', times('$(')],
 ['python', 'indents', Array.from({length: 1300}, (_, i) => `${' '.repeat(i)}if x:`).join('\n')],
 ['python', 'fstrings', times('f"{')],
 ['javascript', 'templates', times('`${')],
 ['html', 'tags', times('<a>')],
 ['html', 'long tag', `<${'a'.repeat(N)}>`],
 ['html', 'long tags', Array.from({length: 900}, () => `<${'a'.repeat(990)}>`).join('')],
 ['php', 'heredoc', `<?php ${times('$x = <<<A\n')}`],
 ['php', 'heredoc name', `<?php $x = <<<${'A'.repeat(N)}\nx\n`],
 ['rust', 'raw', `r${'#'.repeat(N)}"`],
 ['cpp', 'raw', `R"${'a'.repeat(N)}(`],
 ['lua', 'long', `[${'='.repeat(N)}[`],
 ['scala', 'interp', times('s"${')],
 ['swift', 'raw', `${'#'.repeat(N)}"`],
 ['kotlin', 'interp', times('"${')],
 ['csharp', 'interp', times('$"{')],
 ['ocaml', 'quoted', `{${'a'.repeat(N)}|`],
 ['elixir', 'interp', times('"#{')],
 ['vue', 'tags', times('<a>')],
 ['dart', 'interp', times("'${")],
 ['typescript', 'arrows', times('(a,')],
];
it('m', async () => {
  for (const [language, name, text] of S) {
    most = 0; failed = 0;
    const at = Date.now();
    let note: string | null;
    try { note = (await chunkBlob(Buffer.from(text), language))!.note; } catch (e) { note = `THROWS ${String(e)}`; }
    appendFileSync('/tmp/zzmem.txt', `${language} ${name}: ${most / 16} MB, failed ${failed}, ${Date.now() - at} ms ${note}\n`);
  }
}, 900_000);
