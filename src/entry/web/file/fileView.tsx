/** One file: its code, the outline of its symbols, and what refers to the one that is looked at. */

import { useEffect } from 'preact/hooks';
import type { FileContent } from '../api/types.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { PathText } from '../search/pathText.tsx';
import { answered, words } from '../search/searchState.ts';
import { copyText } from '../shell/announce.ts';
import { directoryOf, repositoryOf } from '../shell/fleet.ts';
import { isInDialog, isTyping, keyOf, onKey } from '../shell/keys.ts';
import { ErrorNotice } from '../shell/notice.tsx';
import { editorAddress } from '../shell/preferences.ts';
import { route } from '../shell/route.ts';
import type { FileRoute } from '../urlState.ts';
import { fileRows } from './fileRows.ts';
import { current, file, graph, loadFile, stepSymbol } from './fileState.ts';
import { Neighbourhood } from './neighbourhood.tsx';
import { Outline } from './outline.tsx';

export function FileView() {
  useEffect(() => onKey(handleKey), []);
  const here = route.value as FileRoute;
  const content = file.value.value;
  const error = file.error.value;
  return (
    <div class="file-view">
      <FileHead here={here} content={content} />
      {error === null ? (
        <div class="file-columns">
          <nav class="file-outline" aria-label="Symbols">
            <h2>Symbols</h2>
            <Outline here={here} />
          </nav>
          <References here={here} />
          {content === null ? <FileBones /> : <FileCode here={here} content={content} />}
        </div>
      ) : (
        <ErrorNotice error={error} onRetry={() => loadFile(here)} />
      )}
    </div>
  );
}

function FileHead({ here, content }: { here: FileRoute; content: FileContent | null }) {
  const repository = repositoryOf(here.repo);
  const line = Math.max(1, here.startLine);
  const inEditor = editorAddress(directoryOf(repository), here.path, line);
  return (
    <header class="file-head">
      <button type="button" class="quiet" onClick={() => history.back()}>
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
            <span>{content.commit === null ? content.status : <code>{content.commit.slice(0, 7)}</code>}</span>
          </>
        )}
      </p>
      <div class="result-actions">
        {inEditor !== null && (
          <a class="button quiet" data-editor href={inEditor}>
            Editor <kbd>o</kbd>
          </a>
        )}
        <button type="button" class="quiet" data-copy onClick={() => void copyText(`${here.path}:${line}`, 'Path')}>
          Copy path <kbd>y</kbd>
        </button>
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
  const name = current.value?.name;
  return (
    <section class="file-references" aria-labelledby="references">
      <h2 id="references" tabIndex={-1}>
        References{name === undefined ? '' : ' of '}
        {name !== undefined && <code>{name}</code>}
      </h2>
      {found !== null && found.nodes.length > 1 && <Neighbourhood graph={found} repo={here.repo} />}
      {found !== null && found.nodes.length <= 1 && (
        <p class="note">Nothing refers to it, and it refers to nothing here.</p>
      )}
      {found === null && graph.isLoading.value && <span class="bone w6" />}
      {graph.error.value !== null && <p class="note">{graph.error.value.message}</p>}
    </section>
  );
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

function handleKey(event: KeyboardEvent): boolean {
  const key = keyOf(event);
  if (key === null || isTyping(event) || isInDialog()) return false;
  switch (key) {
    case 'j':
      return stepSymbol(1);
    case 'k':
      return stepSymbol(-1);
    case 'r':
      document.getElementById('references')?.focus();
      return true;
    case 'o':
      return press('[data-editor]');
    case 'y':
      return press('[data-copy]');
    case 'Escape':
      history.back();
      return true;
    default:
      return false;
  }
}

function press(part: string): boolean {
  const button = document.querySelector<HTMLElement>(`.file-head ${part}`);
  button?.click();
  return button !== null;
}
