/**
 * A question, the answer as it is written, and the code that it was made from. The view that draws
 * the answer is answer.tsx: the parser of Markdown is a third of the page, and most pages never
 * ask, so it comes with the first answer. Until then it is text.
 */

import { batch, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EndEvent, SourcesEvent } from '../../server/pageTypes.ts';
import { type AnswerEvent, type PageQuestion, requestAnswer } from '../api/client.ts';
import { asRequestError, isAbort, RequestError } from '../api/request.ts';
import { map, QuestionLinks } from '../home/homeView.tsx';
import { ownQuestions } from '../home/ownQuestions.ts';
import { FirstSteps, NoIndex } from '../search/emptyStates.tsx';
import { FilterRow } from '../search/searchBox.tsx';
import { lacksIndex, noteFreshness, repositories, repositoryOf } from '../shell/fleet.ts';
import {
  focusContent,
  focusView,
  isInDialog,
  onKey,
  onKeys,
  openRoute,
  route,
  stepThrough,
  submitting,
  viewKey,
} from '../shell/navigation.ts';
import { announce, ErrorNotice } from '../shell/notices.tsx';
import type { AskRoute } from '../urlState.ts';
import { numberOf } from '../visible.tsx';
import { type AnswerProps, addressOfPlace, pointAt, Sources } from './answer.tsx';
import { type CitedPlace, citationsSoFar } from './splitCitations.ts';

export function AskView() {
  const here = route.value as AskRoute;
  useEffect(() => {
    const ends = [onKeys(KEYS), onKey(handleKey)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const isListed = repositories.value.value !== null;
  // A shared link asks its question by itself; typing waits for Enter.
  useEffect(() => {
    if (here.query !== '' && asked.value === '' && isListed && !lacksIndex(here.repo)) void askQuestion(here);
  }, [isListed]);
  if (repositories.value.value?.length === 0) return <FirstSteps />;
  const repository = repositoryOf(here.repo);
  const isMissing = repository !== null && lacksIndex(here.repo);
  return (
    <div class="ask-view">
      <h1 class="sr">Ask</h1>
      <QuestionBox here={here} />
      {isMissing ? (
        <NoIndex here={{ ...here, view: 'search', kind: '' }} repository={repository} />
      ) : phase.value === 'idle' ? (
        <Idle here={here} />
      ) : (
        <Conversation />
      )}
    </div>
  );
}

function QuestionBox({ here }: { here: AskRoute }) {
  const [draft, setDraft] = useState(here.query);
  useEffect(() => setDraft(here.query), [here.query]);
  const submit = (): void => {
    if (draft.trim() === '') return;
    const next = { ...here, query: draft.trim() };
    openRoute(next);
    void askQuestion(next);
  };
  return (
    <form class="box" onSubmit={submitting(submit)}>
      <div class="box-line">
        <textarea
          data-box
          rows={1}
          aria-label="Your question"
          placeholder="How does … work? Who calls …? What changed in …?"
          value={draft}
          // The page is for nothing else.
          autofocus
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              submit();
            }
            if (event.key === 'Escape' && !isBusy()) {
              event.preventDefault();
              focusContent();
            }
          }}
        />
        {isBusy() ? (
          <button type="button" class="stop" onClick={stopAnswer}>
            Stop <kbd>Esc</kbd>
          </button>
        ) : (
          <button type="submit" class="primary" disabled={draft.trim() === ''}>
            Ask
          </button>
        )}
      </div>
      <FilterRow here={here} names={['repo', 'language', 'path']} />
    </form>
  );
}

function Idle({ here }: { here: AskRoute }) {
  const own = map.value.value === null ? [] : ownQuestions(map.value.value);
  return (
    <div class="nothing-asked">
      <p>
        The language model of this server answers from the code that the search finds, and shows that code beside it.
      </p>
      {own.length > 0 && (
        <ul class="home-part questions">
          <QuestionLinks here={here} questions={own} onAsk={(query) => void askQuestion({ ...here, query })} />
        </ul>
      )}
      <p class="note">Every place that the answer names is a link, or marked where the model was not shown it.</p>
    </div>
  );
}

function Conversation() {
  const found = sources.value;
  const citations: readonly CitedPlace[] =
    end.value?.citations ?? (found === null ? [] : citationsSoFar(text.value, found.sources));
  const addressOf = (place: CitedPlace): string | null =>
    place.source === null ? null : addressOfPlace(found?.repo_id ?? '', place);
  return (
    <div class={`columns ask-columns ${end.value?.answer === null ? 'is-without-model' : ''}`}>
      <section class="reply" aria-label="Answer" aria-busy={isBusy()}>
        <h2 class="question">{asked.value}</h2>
        {phase.value === 'searching' && <p class="working">Searching for sources</p>}
        {text.value !== '' && (
          <LazyAnswer text={text.value} citations={citations} addressOf={addressOf} onPoint={pointAt} />
        )}
        {phase.value === 'writing' && <p class="working">{text.value === '' ? 'Waiting for the model' : 'Writing'}</p>}
        {phase.value === 'stopped' && <p class="note">Stopped. What stands here is not the whole answer.</p>}
        <Problem />
        <Closing found={found} />
      </section>
      {found !== null && <Sources found={found} question={asked.value} />}
    </div>
  );
}

function Problem() {
  const error = problem.value;
  if (error === null) return null;
  const shown =
    error instanceof RequestError ? error : new RequestError(error.message, { status: -1, hint: error.hint ?? '' });
  return (
    <ErrorNotice error={shown} onRetry={() => void askQuestion({ ...(route.value as AskRoute), query: asked.value })} />
  );
}

/** Says which model it was, or how one is configured. */
function Closing({ found }: { found: SourcesEvent | null }) {
  const ended = end.value;
  if (ended === null || found === null || phase.value === 'failed') return null;
  const unknown = ended.citations.filter(({ source }) => source === null).length;
  if (ended.answer === null) {
    return (
      <div class="notice no-model">
        <h2>No language model is configured</h2>
        <p>These are the sources that it would answer from. To have answers, start the server with a model, one of:</p>
        <pre class="command">{COMMANDS}</pre>
      </div>
    );
  }
  return (
    <p class="note closing">
      <span>{found.metadata.llm_provider}</span>
      <span>{(ended.took_ms / 1000).toFixed(1)} s</span>
      {found.metadata.prompt_length > 0 && (
        <span>{found.metadata.prompt_length.toLocaleString('en')} tokens of prompt</span>
      )}
      {unknown > 0 && <span class="problem">{numberOf(unknown, 'place')} not among the sources</span>}
    </p>
  );
}

const COMMANDS = ['ollama:qwen3:8b', 'openai:MODEL', 'codex'].map((id) => `cora serve --model ${id}`).join('\n');

const KEYS = {
  j: () => stepThrough(1),
  k: () => stepThrough(-1),
  Escape: () => {
    focusView();
    return true;
  },
};

function handleKey(event: KeyboardEvent): boolean {
  if (viewKey(event) !== 'Escape' || isInDialog() || !isBusy()) return false;
  stopAnswer();
  return true;
}

const loaded = signal<((props: AnswerProps) => JSX.Element) | null>(null);

function LazyAnswer(props: AnswerProps) {
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

type Phase = 'idle' | 'searching' | 'writing' | 'done' | 'stopped' | 'failed';

const phase = signal<Phase>('idle');
/** The question that was asked; the box may hold another question already. */
const asked = signal('');
const sources = signal<SourcesEvent | null>(null);
const text = signal('');
const end = signal<EndEvent | null>(null);
const problem = signal<{ message: string; hint: string | null } | RequestError | null>(null);

let current: AbortController | null = null;

function isBusy(): boolean {
  return phase.value === 'searching' || phase.value === 'writing';
}

function stopAnswer(): void {
  if (!isBusy()) return;
  current?.abort();
  phase.value = 'stopped';
  announce('Stopped');
}

async function askQuestion(route: AskRoute): Promise<void> {
  current?.abort();
  const own = new AbortController();
  current = own;
  batch(() => {
    asked.value = route.query.trim();
    phase.value = 'searching';
    sources.value = null;
    text.value = '';
    end.value = null;
    problem.value = null;
  });
  announce('Searching');
  try {
    for await (const event of requestAnswer(questionOf(route), own.signal)) {
      if (current !== own) return;
      take(event);
    }
    if (current === own && isBusy()) throw new Error('The server ended the answer before its end.');
  } catch (error) {
    if (current !== own || isAbort(error)) return;
    batch(() => {
      problem.value = asRequestError(error);
      phase.value = 'failed';
    });
    announce('The answer failed');
  }
}

function take(event: AnswerEvent): void {
  switch (event.type) {
    case 'sources':
      sources.value = event;
      noteFreshness(event.repo_id, event.freshness);
      phase.value = 'writing';
      announce(`${event.sources.length} sources`);
      return;
    case 'text':
      text.value += event.text;
      return;
    case 'end':
      batch(() => {
        end.value = event;
        if (event.answer !== null) text.value = event.answer;
        phase.value = 'done';
      });
      announce(event.answer === null ? 'Sources found; no language model is configured' : 'The answer is complete');
      return;
    case 'failed':
      batch(() => {
        end.value = event;
        problem.value = event.error;
        phase.value = 'failed';
      });
      announce('The answer failed');
  }
}

function questionOf({ query, repo, language, path }: AskRoute): PageQuestion {
  return {
    query: query.trim(),
    ...(repo === '' ? {} : { repo_id: repo }),
    ...(language === '' ? {} : { language }),
    ...(path === '' ? {} : { file_path: path }),
  };
}
