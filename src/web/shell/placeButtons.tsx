/** What can be done with a place: open it in the editor, copy its path. */

import { copyText } from './announce.ts';

/** @param inEditor the editor's address; null where the file is not on this machine. @param place `src/a.ts:12` */
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
