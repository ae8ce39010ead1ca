/** Shows what stands where results would: nothing to search, nothing there yet. */

import { Notice } from '../shell/notices.tsx';

export function FirstSteps() {
  return (
    <Notice title="No repository yet">
      <p>Add one, and it is indexed in the background. Searching begins as soon as that has ended.</p>
      <p>
        <a class="button primary" href="#/repos">
          Add a repository
        </a>
      </p>
    </Notice>
  );
}

// Where results will be: the same heights, so that nothing jumps.

const WIDTHS = [
  ['w4', 'w7', 'w6', 'w8', 'w5'],
  ['w5', 'w8', 'w4', 'w6', 'w7'],
  ['w6', 'w5', 'w7', 'w4', 'w8'],
] as const;

export function Skeletons() {
  return (
    <div class="columns" aria-busy="true">
      <div class="results" aria-hidden="true">
        <div class="summary">
          <span class="bone w2" />
        </div>
        {WIDTHS.map((lines) => (
          <div key={lines.join()} class="result is-skeleton">
            <div class="result-head">
              <span class="bone w3" />
            </div>
            <div class="code">
              {lines.map((width) => (
                <span key={width} class={`bone ${width}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p class="sr">Searching</p>
    </div>
  );
}
