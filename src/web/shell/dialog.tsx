/** A dialog of the browser's own: focus stays in it, Escape closes it, and then focus is where it was. */

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface DialogProps {
  title: ComponentChildren;
  children: ComponentChildren;
  onClose(): void;
  /** Escape and a click beside it do nothing: there is no page without what is asked. */
  isRequired?: boolean;
  isWide?: boolean;
}

export function Dialog({ title, children, onClose, isRequired = false, isWide = false }: DialogProps) {
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
      class={isWide ? 'is-wide' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (!isRequired) onClose();
      }}
      onClose={() => {
        // A second Escape cannot be prevented. When the dialog is taken away, there is no element any more.
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
