/**
 * Choices that are kept in this browser: the colours, and the editor, with the buttons that open a
 * place in it or copy its path.
 */

import { effect, signal } from '@preact/signals';
import { copyText } from './notices.tsx';

export type Theme = 'auto' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/**
 * Addresses that editors register. The path is absolute and escaped; none of them carries text of a
 * file.
 */
export const EDITORS = {
  vscode: { name: 'VS Code', address: (path: string, line: number) => `vscode://file${path}:${line}` },
  vscodium: { name: 'VSCodium', address: (path: string, line: number) => `vscodium://file${path}:${line}` },
  cursor: { name: 'Cursor', address: (path: string, line: number) => `cursor://file${path}:${line}` },
  zed: { name: 'Zed', address: (path: string, line: number) => `zed://file${path}:${line}` },
  idea: {
    name: 'IntelliJ IDEA',
    address: (path: string, line: number) => `idea://open?file=${encodeURIComponent(decodeURI(path))}&line=${line}`,
  },
} as const;
export type Editor = keyof typeof EDITORS;

export const theme = signal<Theme>(read('cora.theme', THEMES, 'auto'));
export const editor = signal<Editor>(read('cora.editor', Object.keys(EDITORS) as Editor[], 'vscode'));

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  localStorage.setItem('cora.theme', theme.value);
});
effect(() => localStorage.setItem('cora.editor', editor.value));

/** @param directory absolute, of the repository on this machine; null where it is not on it */
export function editorAddress(directory: string | null, path: string, line: number): string | null {
  if (directory === null) return null;
  const absolute = `${directory.replaceAll('\\', '/').replace(/\/$/, '')}/${path}`;
  const escaped = absolute.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');
  return EDITORS[editor.value].address(escaped.startsWith('/') ? escaped : `/${escaped}`, line);
}

function read<T extends string>(key: string, known: readonly T[], otherwise: T): T {
  const kept = localStorage.getItem(key);
  return known.find((one) => one === kept) ?? otherwise;
}

/**
 * @param inEditor the editor's address; null where the file is not on this machine.
 * @param place `src/a.ts:12`
 */
export function PlaceButtons({ inEditor, place }: { inEditor: string | null; place: string }) {
  return (
    <>
      {inEditor !== null && (
        <a class="button quiet" data-editor href={inEditor}>
          Editor <kbd>o</kbd>
        </a>
      )}
      <button type="button" class="quiet" data-copy onClick={() => void copyText(place, 'Path')}>
        Copy path <kbd>y</kbd>
      </button>
    </>
  );
}
