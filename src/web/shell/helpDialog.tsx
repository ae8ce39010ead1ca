/** The keys, and what is chosen once. */

import { Dialog } from './dialog.tsx';
import { EDITORS, type Editor, editor } from './preferences.ts';

const KEYS: readonly (readonly [title: string, keys: readonly (readonly [keys: readonly string[], does: string])[]])[] =
  [
    [
      'Anywhere',
      [
        [['/', 'Ctrl K'], 'to the search box'],
        [['g s', 'g a', 'g r'], 'search, ask, repositories'],
        [['Esc'], 'back, or out of a box'],
        [['?'], 'this list'],
      ],
    ],
    [
      'Results',
      [
        [['j', '↓'], 'next'],
        [['k', '↑'], 'previous'],
        [['Enter'], 'open the file'],
        [['o'], 'open in the editor'],
        [['y'], 'copy the path'],
        [['x'], 'show all of its lines'],
      ],
    ],
    [
      'File',
      [
        [['j', 'k'], 'next and previous symbol'],
        [['r'], 'to the references'],
        [['o', 'y'], 'editor, copy the path'],
      ],
    ],
  ];

export function HelpDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div class="keys">
        {KEYS.map(([title, rows]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([keys, does]) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="choice">
        Editor
        <select
          value={editor.value}
          onChange={({ currentTarget }) => {
            editor.value = currentTarget.value as Editor;
          }}
        >
          {Object.entries(EDITORS).map(([id, { name }]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p class="note">Kept in this browser. The page talks to its own server and to nothing else.</p>
    </Dialog>
  );
}
