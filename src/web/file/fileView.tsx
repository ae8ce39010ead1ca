/**
 * One file: its code, the outline of its symbols, and what refers to the one that is looked at. All
 * of it follows the address.
 */

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CodeSymbol, FileContent, Graph } from '../../server/pageTypes.ts';
import { graphAt, outline, readFile } from '../api/client.ts';
import { createResource, pause } from '../api/request.ts';
import { fileRows } from '../code/codeLines.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { answered, words } from '../search/searchState.ts';
import { directoryOf, epoch, repositories, repositoryOf } from '../shell/fleet.ts';
import { changeRoute, goBack, onKeys, press, route } from '../shell/navigation.ts';
import { Dialog, ErrorNotice } from '../shell/notices.tsx';
import { editorAddress, PlaceButtons } from '../shell/preferences.tsx';
import { type FileRoute, formatRoute } from '../urlState.ts';
import { Bones, PathText, seenText } from '../visible.tsx';

/** Wide enough for all three columns; for the code and the outline. */
const WIDE = matchesMedia('(min-width: 1181px)');
const MEDIUM = matchesMedia('(min-width: 761px)');

/** The panel that lies over the code when it is asked for, because it does not fit beside it. */
const overlay = signal<'symbols' | 'references' | null>(null);

export function FileView() {
  useEffect(() => onKeys(KEYS), []);
  const here = route.value as FileRoute;
  useEffect(() => {
    overlay.value = null;
  }, [here.path, here.startLine]);
  const content = file.value.value;
  const error = file.error.value;
  return (
    <div class="file-view">
      <FileHead here={here} content={content} />
      {error === null ? (
        <div class="file-columns">
          {MEDIUM.value && (
            <nav class="file-outline" aria-label="Symbols">
              <h2>Symbols</h2>
              <Outline here={here} />
            </nav>
          )}
          {content === null ? (
            <div class="file-code" aria-busy="true">
              <Bones kind="code is-skeleton" widths="5748637564" />
            </div>
          ) : (
            <FileCode here={here} content={content} />
          )}
          {WIDE.value && (
            <section class="file-references" aria-labelledby="references">
              <h2 id="references" tabIndex={-1}>
                <ReferencesTitle />
              </h2>
              <References here={here} />
            </section>
          )}
        </div>
      ) : (
        <ErrorNotice error={error} onRetry={() => loadFile(here)} />
      )}
      {overlay.value === 'symbols' && (
        <Dialog title="Symbols" onClose={closeOverlay}>
          <Outline here={here} />
        </Dialog>
      )}
      {overlay.value === 'references' && (
        <Dialog title={<ReferencesTitle />} onClose={closeOverlay}>
          <References here={here} />
        </Dialog>
      )}
    </div>
  );
}

function closeOverlay(): void {
  overlay.value = null;
}

function openOverlay(which: 'symbols' | 'references'): void {
  overlay.value = which;
}

function ReferencesTitle() {
  const name = current.value?.name;
  return name === undefined ? (
    <>References</>
  ) : (
    <>
      References of <code>{seenText(name)}</code>
    </>
  );
}

function FileHead({ here, content }: { here: FileRoute; content: FileContent | null }) {
  const repository = repositoryOf(here.repo);
  const line = Math.max(1, here.startLine);
  const inEditor = editorAddress(directoryOf(repository), here.path, line);
  return (
    <header class="file-head">
      <button type="button" class="quiet" onClick={goBack}>
        ← Back <kbd>Esc</kbd>
      </button>
      <h1>
        <PathText path={here.path} />
      </h1>
      <p class="file-facts">
        {repository !== null && <span>{repository.name}</span>}
        {content !== null && (
          <>
            <span>{content.language}</span>
            <span>{content.file_lines.toLocaleString('en')} lines</span>
            {content.status !== 'committed' && <span class={`status ${content.status}`}>{content.status}</span>}
          </>
        )}
      </p>
      <div class="result-actions">
        {!MEDIUM.value && (
          <button type="button" class="quiet" onClick={() => openOverlay('symbols')}>
            Symbols
          </button>
        )}
        {!WIDE.value && (
          <button type="button" class="quiet" onClick={() => openOverlay('references')}>
            References <kbd>r</kbd>
          </button>
        )}
        <PlaceButtons inEditor={inEditor} place={`${here.path}:${line}`} />
      </div>
    </header>
  );
}

function FileCode({ here, content }: { here: FileRoute; content: FileContent }) {
  const rows = fileRows(content, here);
  useEffect(() => {
    if (here.startLine === 0) return;
    document.getElementById(`L${here.startLine}`)?.scrollIntoView({ block: 'start' });
  }, [here.startLine, content]);
  return (
    <div class="file-code">
      <CodeRows
        text={content.text}
        language={content.language}
        rows={rows}
        words={answered.value === '' ? null : words.value}
        focus={here.startLine === 0 ? null : here}
        label={`Code of ${here.path}`}
        idPrefix="L"
      />
      {content.truncated && <p class="note">The file is longer than what is shown here.</p>}
    </div>
  );
}

function References({ here }: { here: FileRoute }) {
  const found = graph.value.value;
  if (graph.error.value !== null) return <p class="note">{graph.error.value.message}</p>;
  if (found === null) return graph.isLoading.value ? <span class="bone w6" /> : null;
  if (!found.edges.some(({ from, to }) => (from === found.center) !== (to === found.center)))
    return <p class="note">Nothing refers to it, and it refers to nothing here.</p>;
  return <Neighbourhood graph={found} repo={here.repo} />;
}

const KEYS = {
  j: () => stepSymbol(1),
  k: () => stepSymbol(-1),
  r: focusReferences,
  o: () => press('.file-head [data-editor]'),
  y: () => press('.file-head [data-copy]'),
  Escape: goBack,
};

function focusReferences(): boolean {
  if (WIDE.value) document.querySelector<HTMLElement>('.file-references .node a, #references')?.focus();
  else openOverlay('references');
  return true;
}

function Outline({ here }: { here: FileRoute }) {
  const all = symbols.value.value;
  if (all === null) return symbols.isLoading.value ? <Bones kind="outline-bones" widths="758647" /> : null;
  if (all.length === 0) return <p class="note">No symbols in this file.</p>;
  const names = new Set(all.map(({ name }) => name));
  return (
    <ol class="outline">
      {all.map((symbol) => {
        const { name, kind, start_line, end_line } = symbol;
        const isHere = symbol === current.value;
        const address = formatRoute({ ...here, startLine: start_line, endLine: end_line });
        return (
          <li key={`${start_line} ${name}`} class={`depth-${depthOf(symbol, names)}`}>
            <a href={address} aria-current={isHere ? 'location' : undefined} title={`${kind} ${seenText(name)}`}>
              <span class={`glyph ${kind}`} aria-hidden="true">
                {GLYPHS[kind] ?? '·'}
              </span>
              <span class="outline-name">{seenText(name)}</span>
              <span class="lines">{start_line}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** One letter is enough where the column is narrow; the title says the word. */
const GLYPHS: Readonly<Record<string, string>> = {
  function: 'f',
  method: 'm',
  class: 'C',
  interface: 'I',
  type: 'T',
  enum: 'E',
  constant: 'k',
  module: 'M',
  section: '§',
  object: 'o',
};

const DEEPEST = 4;

/** Scopes that are symbols of the file themselves; a namespace around all of it indents nothing. */
function depthOf({ scope }: CodeSymbol, names: ReadonlySet<string>): number {
  return Math.min(DEEPEST, scope.filter((name) => names.has(name)).length);
}

/** A media query as a signal: what is drawn at all depends on the width. */
function matchesMedia(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener('change', () => {
    matches.value = list.matches;
  });
  return matches;
}

const file = createResource<FileContent>();
const symbols = createResource<CodeSymbol[]>();
const graph = createResource<Graph>();

const NEIGHBOURS = 16;
/** Milliseconds on one symbol before its neighbours are asked for. */
const QUIET = 120;

let lastFile = '';
let lastPlace = '';

effect(() => {
  const here = route.value;
  if (here.view !== 'file' || repositories.value.value === null) return;
  const again = epoch.value;
  const fileKey = JSON.stringify([here.repo, here.path, again]);
  const placeKey = JSON.stringify([fileKey, here.startLine]);
  untracked(() => {
    if (fileKey !== lastFile) loadFile(here);
    if (placeKey !== lastPlace) loadGraph(here);
  });
  lastFile = fileKey;
  lastPlace = placeKey;
});

function placeOf({ repo, path }: FileRoute) {
  return { repo_id: repo === '' ? undefined : repo, file_path: path };
}

function loadFile(here: FileRoute): void {
  file.clear();
  symbols.clear();
  void file.load((abort) => readFile(placeOf(here), abort));
  void symbols.load((abort) => outline(placeOf(here), abort));
}

function loadGraph(here: FileRoute): void {
  graph.clear();
  void graph.load(async (abort) => {
    await pause(QUIET, abort);
    return graphAt({ ...placeOf(here), line: Math.max(1, here.startLine), limit: NEIGHBOURS }, abort);
  });
}

/**
 * The symbol that is looked at: the innermost one that holds the first line; else, below its
 * comment, the first that begins there.
 */
const current = computed<CodeSymbol | null>(() => {
  const here = route.value;
  if (here.view !== 'file' || here.startLine === 0) return null;
  const all = symbols.value.value ?? [];
  const around = all.filter(({ start_line, end_line }) => start_line <= here.startLine && here.startLine <= end_line);
  const inner = around.sort((a, b) => b.start_line - a.start_line || a.end_line - b.end_line)[0];
  const below = all.find(({ start_line }) => here.startLine < start_line && start_line <= here.endLine);
  return inner ?? below ?? null;
});

/** @param by 1 for the next symbol of the outline, -1 for the one before */
function stepSymbol(by: 1 | -1): boolean {
  const here = route.value;
  const all = symbols.value.value;
  if (here.view !== 'file' || all === null || all.length === 0) return false;
  const sorted = [...all].sort((a, b) => a.start_line - b.start_line);
  const next =
    by === 1
      ? sorted.find(({ start_line }) => start_line > here.startLine)
      : sorted.findLast(({ start_line }) => start_line < here.startLine);
  if (next !== undefined) changeRoute({ ...here, startLine: next.start_line, endLine: next.end_line });
  return next !== undefined;
}

type GraphNode = Graph['nodes'][number];

/** Lists what refers to a chunk, and what it refers to: neighbours of neighbours have their own. */
function Neighbourhood({ graph: { center, nodes, edges }, repo }: { graph: Graph; repo: string }) {
  const own = edges.filter(({ from, to }) => from !== to);
  const incoming = new Map(own.flatMap(({ from, to, reason }) => (to === center ? [[from, reason]] : [])));
  const outgoing = new Map(own.flatMap(({ from, to, reason }) => (from === center ? [[to, reason]] : [])));
  const middle = nodes.find(({ id }) => id === center);
  const card = (node: GraphNode, reason: string) => (
    <NodeCard node={node} reason={shortReason(reason, middle?.symbol ?? '')} repo={repo} isHere={node === middle} />
  );
  const list = (side: 'in' | 'out', title: string, reasons: ReadonlyMap<string, string>) =>
    reasons.size > 0 && (
      <>
        <h3>{title}</h3>
        <ul>
          {nodes.map((node) => {
            const reason = reasons.get(node.id);
            return (
              reason !== undefined && (
                <li key={node.id} class={`node ${side}`}>
                  {card(node, reason)}
                </li>
              )
            );
          })}
        </ul>
      </>
    );
  return (
    <div class="graph">
      {middle !== undefined && <div class="node middle">{card(middle, middle.kind)}</div>}
      {list('in', 'Refers to it', incoming)}
      {list('out', 'It refers to', outgoing)}
    </div>
  );
}

interface NodeCardProps {
  node: GraphNode;
  reason: string;
  repo: string;
  /** True for the place whose neighbours are listed. */
  isHere: boolean;
}

function NodeCard({ node, reason, repo, isHere }: NodeCardProps) {
  const { path, startLine, endLine, symbol } = node;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const name = symbol === '' ? `${fileName}:${startLine}` : symbol;
  return (
    <a
      href={formatRoute({ view: 'file', repo, path, startLine, endLine })}
      title={`${seenText(name)} — ${reason}\n${seenText(path)}:${startLine}`}
      aria-current={isHere ? 'location' : undefined}
    >
      <code>{seenText(name)}</code>
      <span class="node-reason">
        {reason} · {seenText(fileName)}
      </span>
    </a>
  );
}

/** `calls Store.open` without the name that stands in the middle. */
function shortReason(reason: string, middle: string): string {
  const last = reason.slice(reason.lastIndexOf(' ') + 1);
  const isMiddle = middle !== '' && (last === middle || last.endsWith(`.${middle}`));
  return isMiddle ? reason.slice(0, -last.length - 1) : reason;
}
