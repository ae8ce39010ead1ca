/** A place that would be empty says why, and what to do. */

import type { ComponentChildren } from 'preact';
import type { RequestError } from '../api/request.ts';

export interface NoticeProps {
  title: string;
  children?: ComponentChildren;
  /** Of a problem: said at once by a screen reader. */
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
      {error.hint !== '' && (
        <p>
          <code class="command">{error.hint}</code>
        </p>
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
