/**
 * The box that a search is typed into, and the filters beside it. All they hold is in the address.
 */

import { CHUNK_KINDS } from '../../settings/optionSpec.ts';
import { ALL, active, languages, repositories } from '../shell/fleet.ts';
import { AS_TYPED, changeRoute, focusContent, openRoute, submitting } from '../shell/navigation.ts';
import { type AskRoute, NO_FILTERS, type SearchRoute, type UrlFilters } from '../urlState.ts';
import { type Choice, Choices } from '../visible.tsx';

export interface SearchBoxProps {
  here: SearchRoute;
  isLoading: boolean;
  /** Enter, or the arrow down. */
  onEnter(): void;
}

export function SearchBox({ here, isLoading, onEnter }: SearchBoxProps) {
  return (
    <search class="box">
      <form onSubmit={submitting(onEnter)}>
        <div class="box-line">
          <svg class="box-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <circle cx="7" cy="7" r="4.5" />
            <path d="m10.5 10.5 3.5 3.5" />
          </svg>
          <input
            data-box
            type="search"
            aria-label="Search the code"
            placeholder="What the code does, or a name"
            value={here.query}
            {...AS_TYPED}
            // The page is for nothing else.
            autofocus
            onInput={({ currentTarget }) => changeRoute({ ...here, query: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                onEnter();
              }
              if (event.key === 'Escape') {
                event.preventDefault();
                focusContent();
              }
            }}
          />
          <span class="box-busy" data-busy={isLoading} aria-hidden="true" />
          <kbd class="box-key">/</kbd>
        </div>
      </form>
      <FilterRow here={here} names={['repo', 'language', 'kind', 'path']} />
    </search>
  );
}

export interface FilterRowProps {
  here: SearchRoute | AskRoute;
  names: readonly (keyof UrlFilters)[];
}

export function FilterRow({ here, names }: FilterRowProps) {
  const set = (changed: Partial<UrlFilters>): void => openRoute({ ...here, ...changed });
  const known = repositories.value.value ?? [];
  const hasFilters = names.some((name) => here[name] !== '');
  const listed = languages.value.get(here.repo === '' ? (active.value?.id ?? '') : here.repo) ?? [];
  const offered = here.language === '' || listed.includes(here.language) ? listed : [here.language, ...listed];
  const inAll: Choice = [ALL, `${known.length === 2 ? 'both' : `all ${known.length}`} repositories`];
  const repos: Choice[] = [
    ['', active.value?.name ?? 'active'],
    ...(here.view === 'search' ? [inAll] : []),
    ...known.flatMap(({ id, name, is_active }): Choice[] => (is_active ? [] : [[id, name]])),
  ];
  const choice = (name: keyof UrlFilters, label: string, options: readonly Choice[]) => (
    <label class={`choice ${here[name] === '' ? '' : 'is-set'}`}>
      <span class="sr">{label}</span>
      <select value={here[name]} onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}>
        <Choices of={options} />
      </select>
    </label>
  );
  return (
    <fieldset class="filters">
      <legend class="sr">Filters</legend>
      {names.includes('repo') && known.length > 1 && choice('repo', 'Repository', repos)}
      {names.includes('language') && choice('language', 'Language', [['', 'any language'], ...named(offered)])}
      {names.includes('kind') && choice('kind', 'Kind', [['', 'any kind'], ...named(CHUNK_KINDS)])}
      {names.includes('path') && (
        <label class={`choice path-filter ${here.path === '' ? '' : 'is-set'}`}>
          <span class="sr">Path</span>
          <input
            type="text"
            placeholder="path, e.g. src/ or **/*.ts"
            value={here.path}
            {...AS_TYPED}
            onInput={({ currentTarget }) => changeRoute({ ...here, path: currentTarget.value })}
          />
        </label>
      )}
      {hasFilters && (
        <button type="button" class="quiet" onClick={() => set(NO_FILTERS)}>
          Clear
        </button>
      )}
    </fieldset>
  );
}

function named(values: readonly string[]): Choice[] {
  return values.map((value) => [value, value]);
}
