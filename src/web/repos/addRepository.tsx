/** Asks which repository, and has the server add and index it. */

import { useState } from 'preact/hooks';
import { addRepository } from '../api/client.ts';
import type { RequestError } from '../api/request.ts';
import { say } from '../shell/announce.ts';
import { Dialog } from '../shell/dialog.tsx';
import { refreshRepositories } from '../shell/fleet.ts';
import { asRequestError } from '../shell/resource.ts';

export function AddRepository({ onClose }: { onClose(): void }) {
  const [where, setWhere] = useState('');
  const [branch, setBranch] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { name } = await addRepository(requestOf(where.trim(), branch.trim()));
      say(`${name} is added`);
      onClose();
    } catch (problem) {
      setError(asRequestError(problem));
    } finally {
      setBusy(false);
    }
    await refreshRepositories();
  };
  return (
    <Dialog title="Add a repository" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label class="field">
          Directory or address
          <input
            type="text"
            value={where}
            placeholder="/home/me/app or https://github.com/org/app"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setWhere(currentTarget.value)}
          />
          <span class="note">
            A directory of the machine that the server runs on is used in place. An address is cloned with your own Git
            set-up.
          </span>
        </label>
        <label class="field">
          Branch
          <input
            type="text"
            value={branch}
            placeholder="the default one"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setBranch(currentTarget.value)}
          />
        </label>
        {error !== null && (
          <p class="problem" role="alert">
            {error.message} {error.hint}
          </p>
        )}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy || where.trim() === ''}>
            {isBusy ? 'Adding' : 'Add and index'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function requestOf(where: string, branch: string) {
  const isAddress = /^[a-z][a-z+]*:\/\/|^[\w.-]+@[\w.-]+:/i.test(where);
  return { ...(isAddress ? { url: where } : { path: where }), ...(branch === '' ? {} : { branch }) };
}
