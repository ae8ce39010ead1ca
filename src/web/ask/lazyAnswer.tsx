/** The parser of Markdown is a third of the page, and most pages never ask: it comes with the first answer. Until then it is text. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AnswerProps } from './answer.tsx';

const loaded = signal<((props: AnswerProps) => JSX.Element) | null>(null);

export function LazyAnswer(props: AnswerProps) {
  useEffect(() => {
    if (loaded.value !== null) return;
    import('./answer.tsx').then(
      ({ Answer }) => {
        loaded.value = Answer;
      },
      // The text can be read as it is.
      () => undefined,
    );
  }, []);
  const Answer = loaded.value;
  return Answer === null ? <p class="answer is-plain">{props.text}</p> : <Answer {...props} />;
}
