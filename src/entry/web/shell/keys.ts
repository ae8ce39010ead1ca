/** The keyboard: one listener, and a table of what each view does with a key. */

export type KeyHandler = (event: KeyboardEvent) => boolean;

/** Asked first to last; the first that returns true has handled the key. */
const handlers: KeyHandler[] = [];

/** @returns takes it away again */
export function onKey(handler: KeyHandler): () => void {
  handlers.unshift(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  for (const handler of [...handlers]) {
    if (handler(event)) {
      event.preventDefault();
      return;
    }
  }
});

/** @returns `Ctrl+k`, `j`, `?`; Ctrl stands for Command too. Null for a letter that is being typed */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.key.toLowerCase()}`;
  return event.key;
}

/** Letters are text there. */
export function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type))
  );
}

/** A dialog is open: what lies under it does not answer. */
export function isInDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
