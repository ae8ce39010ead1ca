/** What search answers while there is no index: lines with words of the question, files with many and rare ones first. */

import { grepForWords } from '../grep/grepForWords.ts';
import { oneLine } from '../search/renderResult.ts';
import type { Options } from '../settings/options.ts';
import type { Answer } from './answer.ts';
import { freshnessData } from './describeFreshness.ts';
import { fitItems } from './fitItems.ts';
import { argument, codeLine } from './inLine.ts';
import type { Place } from './places.ts';

const MOST_LINES = 50;

export interface GrepRequest {
  query: string;
  /** With the filters of the call. */
  options: Options;
  /** Tokens. */
  budget: number;
  /** What is wrong with the index. */
  why: string;
  isBuilding: boolean;
  signal: AbortSignal;
}

export async function grepInstead({ name, surroundings }: Place, request: GrepRequest): Promise<Answer> {
  const { query, options, budget, why, isBuilding, signal } = request;
  const found = await grepForWords(query, MOST_LINES, options, surroundings, signal);
  const building = isBuilding
    ? 'An index is being built in the background: ask again in a while.'
    : 'A person can build it with `cora index`; until then grep and read are what works.';
  const notice = `${oneLine(why)} So these are lines that hold words of the question. ${building}`;
  return fitItems(found.hits, budget, (shown, tooSmall) => {
    const [first] = shown;
    const next = first === undefined ? 'Try grep with a part of a name.' : `Next: read path=${argument(first.path)}.`;
    const lines = shown.map(({ path, line, preview }) => `${oneLine(path)}:${line}: ${codeLine(preview)}`);
    const said = lines.length > 0 ? lines.join('\n') : (tooSmall ?? 'No line holds any of the words.');
    return {
      text: `${notice}\n\n${said}\n\n${next}\n`,
      data: {
        mode: 'grep',
        repository: name,
        freshness: freshnessData(found.freshness),
        results: shown.map(({ path, line, preview }, at) => ({
          rank: at + 1,
          path,
          startLine: line,
          endLine: line,
          text: preview,
        })),
        related: [],
        assumed: [],
        truncated: found.truncated || shown.length < found.hits.length,
        ...(tooSmall === undefined ? {} : { fewer: tooSmall }),
        notice,
        next,
      },
    };
  });
}
