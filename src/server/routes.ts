/** Every route of the API, in the order of the OpenAPI document. */

import type { AddRoutes } from './apiTypes.ts';
import { addFiles } from './routes/files.ts';
import { addGraph } from './routes/graph.ts';
import { addHealth } from './routes/health.ts';
import { addIndexing } from './routes/indexing.ts';
import { addJobs } from './routes/jobs.ts';
import { addPage } from './routes/page.ts';
import { addQuery } from './routes/query.ts';
import { addRepos } from './routes/repos.ts';
import { addSearch } from './routes/search.ts';

export const ROUTES: readonly AddRoutes[] = [
  addHealth,
  addRepos,
  addIndexing,
  addJobs,
  addSearch,
  addQuery,
  addFiles,
  addGraph,
  addPage,
];
