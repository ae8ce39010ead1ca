/** The top of the page: where one is, how fresh what is searched is, and the switches. */

import { filtersOf, formatRoute, type Route } from '../urlState.ts';
import { ALL, freshness, repositories, repositoryOf } from './fleet.ts';
import { FreshnessLine } from './freshnessLine.tsx';
import { THEMES, type Theme, theme } from './preferences.ts';
import { route } from './route.ts';

const TABS = [
  { view: 'search', title: 'Search' },
  { view: 'ask', title: 'Ask' },
  { view: 'repos', title: 'Repositories' },
] as const;

const THEME_NAMES: Readonly<Record<Theme, string>> = { auto: 'as the system', light: 'light', dark: 'dark' };

export function Header({ onHelp }: { onHelp(): void }) {
  const here = route.value;
  return (
    <header class="top">
      <a class="wordmark" href="#/search" aria-label="Cora, to the search">
        cora
      </a>
      <nav aria-label="Views">
        {TABS.map(({ view, title }) => {
          const isHere = here.view === view || (here.view === 'file' && view === 'search');
          return (
            <a key={view} href={formatRoute(tabRoute(view, here))} aria-current={isHere ? 'page' : undefined}>
              {title}
            </a>
          );
        })}
      </nav>
      <div class="top-end">
        <CurrentFreshness />
        <button type="button" class="quiet icon" onClick={nextTheme} title={`Colours: ${THEME_NAMES[theme.value]}`}>
          <ThemeIcon kind={theme.value} />
          <span class="sr">Colours: {THEME_NAMES[theme.value]}</span>
        </button>
        <button type="button" class="quiet icon" onClick={onHelp} title="Keys (?)">
          <span aria-hidden="true">?</span>
          <span class="sr">Keys and settings</span>
        </button>
      </div>
    </header>
  );
}

/** What was asked goes along from search to ask, and back. A question goes to one repository. */
function tabRoute(view: (typeof TABS)[number]['view'], here: Route): Route {
  if (view === 'repos') return { view };
  const query = here.view === 'search' || here.view === 'ask' ? here.query : '';
  const filters = filtersOf(here);
  return { view, query, ...filters, repo: view === 'ask' && filters.repo === ALL ? '' : filters.repo };
}

function CurrentFreshness() {
  const { repo } = filtersOf(route.value);
  if (repo === ALL) return <span class="freshness">{repositories.value.value?.length ?? 0} repositories</span>;
  const repository = repositoryOf(repo);
  if (repository === null) return null;
  const known = freshness.value.get(repository.id);
  return (
    <a class="freshness-link" href="#/repos">
      {known === undefined ? (
        <span class="freshness">{repository.name}</span>
      ) : (
        <FreshnessLine freshness={known} name={repository.name} />
      )}
    </a>
  );
}

function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
}

function ThemeIcon({ kind }: { kind: Theme }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.5" class="theme-ring" />
      {kind !== 'light' && (
        <path
          d={kind === 'dark' ? 'M8 2.5a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11' : 'M8 2.5a5.5 5.5 0 0 1 0 11z'}
          class="theme-half"
        />
      )}
    </svg>
  );
}
