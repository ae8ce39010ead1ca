/** The keyboard: one listener, and a table of what each view does with a key. */

type KeyHandler = (event: KeyboardEvent) => boolean;

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

/**
 * The keys of a view, which do nothing while somebody types or a dialog is open.
 * @param table what each does, as keyOf names it; false where it does nothing now
 * @returns takes them away again
 */
export function onKeys(table: Readonly<Record<string, () => boolean>>): () => void {
  return onKey((event) => {
    const key = keyOf(event);
    if (key === null || isTyping(event) || isInDialog() || !Object.hasOwn(table, key)) return false;
    return table[key]!();
  });
}

/** @returns false where there is no such button or link */
export function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
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
