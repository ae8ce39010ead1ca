/** The code that an answer was made from. */

import { signal } from '@preact/signals';
import { type QueryWords, queryWordsOf } from '../../search/queryWords.ts';
import type { Source, SourcesEvent } from '../../server/pageTypes.ts';
import { excerptRows } from '../code/codeLines.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { formatRoute } from '../urlState.ts';
import { PathText } from '../visible.tsx';
import type { CitedPlace } from './splitCitations.ts';

interface SourcesProps {
  found: SourcesEvent;
  question: string;
}

export function Sources({ found, question }: SourcesProps) {
  const words = queryWordsOf(question);
  return (
    <aside class="sources" aria-labelledby="sources">
      <h2 id="sources">
        {found.sources.length} {found.sources.length === 1 ? 'source' : 'sources'}
      </h2>
      <ol>
        {found.sources.map((source) => (
          <li key={source.number}>
            <SourceCard source={source} repo={found.repo_id} words={words} />
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** The source of the citation that is looked at. */
const pointed = signal<number | null>(null);

/** The list of sources scrolls to it, where it stands beside the answer; the page does not. */
export function pointAt(source: number | null): void {
  pointed.value = source;
  if (source === null) return;
  const list = document.querySelector('.sources');
  const card = list?.querySelector<HTMLElement>(`[data-source="${source}"]`);
  if (list == null || card == null || list.scrollHeight <= list.clientHeight) return;
  const above = card.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const isSeen = above >= 0 && above + card.offsetHeight <= list.clientHeight;
  if (!isSeen) list.scrollTop += above;
}

const PREVIEW = 6;

interface SourceCardProps {
  source: Source;
  repo: string;
  words: QueryWords;
}

function SourceCard({ source, repo, words }: SourceCardProps) {
  const { number, file_path, start_line, end_line, name, chunk_type, language, code_preview } = source;
  const address = addressOfPlace(repo, { text: '', file_path, start_line, end_line, source: number });
  const rows = excerptRows({ text: code_preview, startLine: start_line, signature: '' }, words, PREVIEW);
  return (
    <article
      class={`source ${pointed.value === number ? 'is-pointed' : ''}`}
      data-source={number}
      aria-label={`Source ${number}: ${file_path}:${start_line}`}
    >
      <a data-step class="place" href={address}>
        <span class="source-number">{number}</span>
        <PathText path={file_path} />
        <span class="lines">
          {start_line}–{end_line}
        </span>
      </a>
      <p class="symbol">
        {name !== '' && <code>{name}</code>}
        <span class="kind">{chunk_type}</span>
      </p>
      <CodeRows text={code_preview} language={language} rows={rows} words={words} label={`Code of source ${number}`} />
    </article>
  );
}

export function addressOfPlace(repo: string, { file_path, start_line, end_line }: CitedPlace): string {
  return formatRoute({ view: 'file', repo, path: file_path, startLine: start_line, endLine: end_line });
}
