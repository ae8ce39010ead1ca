/**
 * The box that a search is typed into, and the filters beside it. All they hold is in the address.
 */

import type { ComponentChildren } from 'preact';
import { CHUNK_KINDS } from '../../settings/optionSpec.ts';
import { ALL, active, languages, repositories } from '../shell/fleet.ts';
import { AS_TYPED, changeRoute, focusContent, openRoute, submitting } from '../shell/navigation.ts';
import { type AskRoute, NO_FILTERS, type SearchRoute, type UrlFilters } from '../urlState.ts';

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
  return (
    <fieldset class="filters">
      <legend class="sr">Filters</legend>
      {names.includes('repo') && known.length > 1 && (
        <Choice label="Repository" value={here.repo} onChange={(repo) => set({ repo })}>
          <option value="">{active.value?.name ?? 'active'}</option>
          {here.view === 'search' && (
            <option value={ALL}>{known.length === 2 ? 'both' : `all ${known.length}`} repositories</option>
          )}
          {known
            .filter(({ is_active }) => !is_active)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Choice>
      )}
      {names.includes('language') && (
        <Choice label="Language" value={here.language} onChange={(language) => set({ language })}>
          <option value="">any language</option>
          {offered.map((language) => (
            <option key={language} value={language}>
              {language}
            </option>
          ))}
        </Choice>
      )}
      {names.includes('kind') && (
        <Choice label="Kind" value={here.kind} onChange={(kind) => set({ kind })}>
          <option value="">any kind</option>
          {CHUNK_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </Choice>
      )}
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

interface ChoiceProps {
  label: string;
  value: string;
  onChange(value: string): void;
  children: ComponentChildren;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label class={`choice ${value === '' ? '' : 'is-set'}`}>
      <span class="sr">{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}
