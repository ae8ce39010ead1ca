/** What the server answers, in the words of its schemas. Types only: no schema reaches the page. */

import type { z } from '@hono/zod-openapi';
import type * as schemas from '../../http/schemas.ts';

export type { JobBody } from '../../http/jobSchemas.ts';
export type { FileContent, Graph, Repository, SearchRequestBody, Source } from '../../http/schemas.ts';

export type SearchAnswer = schemas.SearchAnswer;
export type Hit = SearchAnswer['results'][number];
export type Related = SearchAnswer['related'][number];
export type Freshness = SearchAnswer['freshness'];
export type CodeSymbol = schemas.SymbolList['symbols'][number];
export type Citation = schemas.QueryAnswer['citations'][number];
export type SourcesEvent = z.infer<typeof schemas.sourcesEvent>;
export type TextEvent = z.infer<typeof schemas.textEvent>;
export type EndEvent = z.infer<typeof schemas.endEvent>;
export type FailedEvent = z.infer<typeof schemas.failedEvent>;
