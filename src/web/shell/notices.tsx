/**
 * Defines how the page speaks to a person: a notice in the place of a view, a dialog over it, a
 * short word for everybody or for a screen reader.
 */

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { JobBody } from '../../server/pageTypes.ts';
import { requestCancel } from '../api/client.ts';
import { isReachable, type RequestError } from '../api/request.ts';

interface NoticeProps {
  title: string;
  children?: ComponentChildren;
  /** True for a problem: a screen reader says it at once. */
  isProblem?: boolean;
}

export function Notice({ title, children, isProblem = false }: NoticeProps) {
  return (
    <div class={`notice ${isProblem ? 'is-problem' : ''}`} role={isProblem ? 'alert' : undefined}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** @param onRetry shown as a button */
export function ErrorNotice({ error, onRetry }: { error: RequestError; onRetry?: () => void }) {
  // The banner says it for the whole page; so does the dialog.
  if (error.status === 0 || error.status === 401) return null;
  return (
    <Notice title={error.status === 429 ? 'The server is busy' : error.message} isProblem>
      {error.status === 429 && <p>Others are searching too. It was asked three times.</p>}
      {error.code === 'NO_INDEX' && (
        <p>
          <a href="#/repos">Build it under Repositories</a>
        </p>
      )}
      {error.hint !== '' && error.code !== 'NO_INDEX' && (
        <p>{error.hint.endsWith('.') ? error.hint : <code class="command">{error.hint}</code>}</p>
      )}
      {onRetry !== undefined && (
        <p>
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </Notice>
  );
}

interface DialogProps {
  title: ComponentChildren;
  children: ComponentChildren;
  onClose(): void;
  /** Escape and a click beside it do nothing: there is no page without what is asked. */
  isRequired?: boolean;
}

export function Dialog({ title, children, onClose, isRequired = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // The browser closes it with Escape; a click beside it is for a pointer only.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (!isRequired) onClose();
      }}
      onClose={() => {
        // A second Escape cannot be prevented. When the dialog is taken away, there is no element
        // any more.
        if (isRequired) ref.current?.showModal();
        else if (ref.current !== null) onClose();
      }}
      onClick={(event) => {
        if (!isRequired && event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          {!isRequired && (
            <button type="button" class="quiet" onClick={onClose}>
              Close <kbd>Esc</kbd>
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}

export const announcement = signal('');

export function announce(text: string): void {
  announcement.value = text;
}

/** A short word for everybody: `Path copied`. */
export const toast = signal<string | null>(null);

const SHOWN = 2200;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  clearTimeout(timer);
  toast.value = text;
  timer = setTimeout(() => {
    toast.value = null;
  }, SHOWN);
}

export async function copyText(text: string, what: string): Promise<void> {
  const done = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  say(done ? `${what} copied` : `The browser did not allow to copy: ${text}`);
}

export function JobLine({ job }: { job: JobBody }) {
  const { status, progress, error, attempts } = job;
  if (status === 'failed') return <p class="problem repo-status">{error ?? 'The index run failed.'}</p>;
  if (!isReachable.value) return <p class="job repo-status">It was running when the server was last heard of.</p>;
  const isKnown = status === 'processing' && progress !== null && progress.total > 0;
  const share = isKnown ? Math.min(1, progress.done / progress.total) : 0;
  const phase = status === 'pending' ? 'Waiting' : (progress?.phase ?? 'Starting');
  return (
    <div class="job repo-status">
      <span class="job-phase">
        {phase}
        {attempts > 1 && ` (begun ${attempts} times)`}
      </span>
      {isKnown ? <progress max={1} value={share} aria-label={phase} /> : <progress aria-label={phase} />}
      <span class="figure">
        {isKnown && `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`}
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => void requestCancel(job.id).catch(() => say('It could not be cancelled'))}
      >
        Cancel
      </button>
    </div>
  );
}
