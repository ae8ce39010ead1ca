/**
 * A model's Markdown as a tree of elements. Its HTML is text, its links are text, its pictures are
 * their words: only sources are links.
 */

import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { CodeRows } from '../code/codeRows.tsx';
import { seenText } from '../visible.tsx';
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
  const inner = () => childrenOf(node).map((child, at) => render(child, `${at}`, cite));
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

function childrenOf(node: RootContent): readonly RootContent[] {
  return 'children' in node ? node.children : [];
}

function Block({ text, language }: { text: string; language: string }) {
  const rows = text.split('\n').map((_, index) => ({ line: index + 1, index }));
  return <CodeRows text={text} language={language.toLowerCase()} rows={rows} label="Code of the answer" isBare />;
}

interface CitedProps extends Pick<AnswerProps, 'onPoint'> {
  place: CitedPlace;
  address: string | null;
}

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
