/** Asks for the token that the server wants. */

import { useState } from 'preact/hooks';
import { token, useToken } from '../api/request.ts';
import { Dialog } from './dialog.tsx';

export function TokenDialog() {
  const [text, setText] = useState('');
  const wasRefused = token.value !== '';
  return (
    <Dialog title="This server asks for a token" onClose={() => undefined} isRequired>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') useToken(text.trim());
        }}
      >
        <p>
          It is the <code>CORA_TOKEN</code> that the server was started with. It is kept in this tab and sent to this
          server only.
        </p>
        {wasRefused && (
          <p class="problem" role="alert">
            The server did not take that token.
          </p>
        )}
        <label class="field">
          Token
          <input
            type="password"
            value={text}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="submit" class="primary" disabled={text.trim() === ''}>
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
