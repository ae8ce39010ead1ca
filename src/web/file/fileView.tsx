/** One file: its code, the outline of its symbols, and what refers to the one that is looked at. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FileContent } from '../../server/pageTypes.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { PathText } from '../search/pathText.tsx';
import { answered, words } from '../search/searchState.ts';
import { Dialog } from '../shell/dialog.tsx';
import { directoryOf, repositoryOf } from '../shell/fleet.ts';
import { onKeys, press } from '../shell/keys.ts';
import { matchesMedia } from '../shell/matchesMedia.ts';
import { ErrorNotice } from '../shell/notice.tsx';
import { PlaceButtons } from '../shell/placeButtons.tsx';
import { editorAddress } from '../shell/preferences.ts';
import { route } from '../shell/route.ts';
import type { FileRoute } from '../urlState.ts';
import { visible } from '../visible.ts';
import { fileRows } from './fileRows.ts';
import { current, file, graph, loadFile, stepSymbol } from './fileState.ts';
import { Neighbourhood } from './neighbourhood.tsx';
import { Outline } from './outline.tsx';

/** Wide enough for all three columns; for the code and the outline. */
const WIDE = matchesMedia('(min-width: 1181px)');
const MEDIUM = matchesMedia('(min-width: 761px)');

/** What does not fit beside the code lies over it when it is asked for. */
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
          {content === null ? <FileBones /> : <FileCode here={here} content={content} />}
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
        <Dialog title={<ReferencesTitle />} onClose={closeOverlay} isWide>
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
      References of <code>{visible(name)}</code>
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

function FileBones() {
  return (
    <div class="file-code" aria-busy="true">
      <div class="code is-skeleton">
        {(['w5', 'w7', 'w4', 'w8', 'w6', 'w3', 'w7', 'w5', 'w6', 'w4'] as const).map((width, at) => (
          <span key={`${width}${at}`} class={`bone ${width}`} />
        ))}
      </div>
    </div>
  );
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

function goBack(): boolean {
  history.back();
  return true;
}
