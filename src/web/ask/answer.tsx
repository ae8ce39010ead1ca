/**
 * A model's Markdown as a tree of elements, and the code that it was made from. Its HTML is text,
 * its links are text, its pictures are their words: only sources are links.
 */

import { signal } from '@preact/signals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { type QueryWords, queryWordsOf } from '../../search/queryWords.ts';
import type { Source, SourcesEvent } from '../../server/pageTypes.ts';
import { excerptRows } from '../code/codeLines.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { formatRoute } from '../urlState.ts';
import { numberOf, PathText, seenText } from '../visible.tsx';
import { type CitedPlace, splitCitations } from './splitCitations.ts';

type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root['children'][number];

export interface AnswerProps {
  text: string;
  citations: readonly CitedPlace[];
  /** Returns where a citation leads; null for one that is not among the sources. */
  addressOf(place: CitedPlace): string | null;
  /** A citation of this source is looked at; null when no longer. */
  onPoint(source: number | null): void;
}

export function Answer({ text, citations, addressOf, onPoint }: AnswerProps) {
  const tree = useMemo(() => fromMarkdown(text), [text]);
  const cite = (plain: string): ComponentChildren =>
    splitCitations(plain, citations).map(({ text: part, cites }, at) =>
      cites === null ? (
        part
      ) : (
        <Cited key={`${at} ${part}`} place={cites} address={addressOf(cites)} onPoint={onPoint} />
      ),
    );
  return <div class="answer">{tree.children.map((node, at) => render(node, `${at}`, cite))}</div>;
}

type Cite = (plain: string) => ComponentChildren;

function render(node: RootContent, key: string, cite: Cite): ComponentChildren {
  const inner = () => ('children' in node ? node.children : []).map((child, at) => render(child, `${at}`, cite));
  switch (node.type) {
    case 'text':
    case 'html':
      return cite(node.value);
    case 'paragraph':
      return <p key={key}>{inner()}</p>;
    case 'heading':
      return node.depth <= 2 ? <h3 key={key}>{inner()}</h3> : <h4 key={key}>{inner()}</h4>;
    case 'strong':
      return <strong key={key}>{inner()}</strong>;
    case 'emphasis':
      return <em key={key}>{inner()}</em>;
    case 'inlineCode':
      return <code key={key}>{cite(node.value)}</code>;
    case 'blockquote':
      return <blockquote key={key}>{inner()}</blockquote>;
    case 'list':
      return node.ordered === true ? (
        <ol key={key} start={node.start ?? 1}>
          {inner()}
        </ol>
      ) : (
        <ul key={key}>{inner()}</ul>
      );
    case 'listItem':
      return <li key={key}>{inner()}</li>;
    case 'code':
      return <Block key={key} text={node.value} language={node.lang ?? ''} />;
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'link':
      return (
        <span key={key} title={`The answer names this address: ${node.url}`}>
          {inner()}
        </span>
      );
    case 'image':
      return <span key={key}>{node.alt ?? ''}</span>;
    default:
      return inner();
  }
}

function Block({ text, language }: { text: string; language: string }) {
  const rows = text.split('\n').map((_, index) => ({ line: index + 1, index }));
  return <CodeRows text={text} language={language.toLowerCase()} rows={rows} label="Code of the answer" isBare />;
}

type CitedProps = Pick<AnswerProps, 'onPoint'> & { place: CitedPlace; address: string | null };

function Cited({ place, address, onPoint }: CitedProps) {
  const point = (): void => onPoint(place.source);
  const leave = (): void => onPoint(null);
  if (address === null) {
    return (
      <span class="cited is-unknown" title="The model was not shown these lines: nobody knows whether they are right.">
        {seenText(place.text)}
        <span class="sr"> (not among the sources)</span>
      </span>
    );
  }
  return (
    <a class="cited" href={address} onPointerEnter={point} onPointerLeave={leave} onFocus={point} onBlur={leave}>
      {seenText(place.text)}
    </a>
  );
}

export function Sources({ found, question }: { found: SourcesEvent; question: string }) {
  const words = queryWordsOf(question);
  return (
    <aside class="sources" aria-labelledby="sources">
      <h2 id="sources">{numberOf(found.sources.length, 'source')}</h2>
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

/** Scrolls the list of sources to one, where the list stands beside the answer. The page stays. */
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

function SourceCard({ source, repo, words }: { source: Source; repo: string; words: QueryWords }) {
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
