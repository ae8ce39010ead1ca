import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { ServedRepository } from '../../../src/mcp/places.ts';
import { askedOf } from '../../../src/server/routes/query.ts';
import type { ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { placeSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';

const settings = placeSettings(resolveOptions({ rerank: 'transformers:./model' }, {}, null));
const repositories: Pick<ServedRepositories, 'pick' | 'placeOf'> = {
  pick: async () => ({ id: 'local_app' }) as ServedRepository,
  placeOf: () => ({ settings, surroundings: { dir: '/app', env: {}, cacheDir: '/cache', log: silentLog } }),
};

it('asks the one session of a repository, whatever a question is filtered by', async () => {
  const plain = await askedOf({ repositories }, { query: 'locks' });
  const filtered = await askedOf(
    { repositories },
    { query: 'locks', n_results: 3, language: 'go', file_path: ['src/', '*.go'] },
  );
  expect(filtered.place).toEqual(plain.place);
  expect(filtered.search).toMatchObject({ limit: 3, languages: ['go'], paths: ['src/**', '*.go'] });
  expect(plain.search).toMatchObject({ limit: 10, languages: [], paths: [] });
  expect(plain.place.settings.reranker).toBe('transformers:./model');
});

it('asks one without the reranker, where the question wants none', async () => {
  const { place } = await askedOf({ repositories }, { query: 'locks', use_reranking: false });
  expect(place.settings.reranker).toBeNull();
});
