/** Schemas of /grep, which answers with the JSON of `cora grep --json`. */

import { z } from '@hono/zod-openapi';
import { fields, repoId, texts } from './openApi.ts';
import { freshnessBody } from './search.ts';

const MOST_LINES = 5000;
const flag = z.enum(['true', 'false']).optional();

export const grepQuery = fields({
  pattern: z
    .string()
    .min(1)
    .max(10_000)
    .openapi({ description: 'A regular expression; docs/search.md has its syntax.' }),
  repo_id: repoId.optional(),
  path: texts.optional().openapi({ description: 'Only files whose path matches: globs such as "src/**".' }),
  language: texts.optional(),
  k: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_LINES)
    .optional()
    .openapi({ description: 'How many lines (default 200).' }),
  fixed: flag.openapi({ description: 'The pattern is plain text.' }),
  word: flag.openapi({ description: 'Match whole words.' }),
  ignore_case: flag,
  context: z.coerce.number().int().min(0).max(500).optional().openapi({ description: 'Lines around each hit.' }),
  max_per_file: z.coerce.number().int().min(1).max(MOST_LINES).optional(),
});

const span = z.object({ start: z.number(), end: z.number() });

export const grepResult = z
  .object({
    repo_id: z.string(),
    pattern: z.string(),
    hits: z.array(
      z.object({
        path: z.string(),
        line: z.number(),
        column: z.number(),
        preview: z.string().openapi({ description: 'The line, or the part of a long line around the match.' }),
        matches: z.array(span).openapi({ description: 'In the preview, in UTF-16 code units.' }),
        before: z.array(z.string()),
        after: z.array(z.string()),
      }),
    ),
    truncated: z.boolean(),
    skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
    engine: z.enum(['ripgrep', 'built-in']),
    freshness: freshnessBody,
    notice: z.string().optional().openapi({ description: 'Why no file passes the filters.' }),
  })
  .openapi('GrepResult');

export type GrepBody = z.infer<typeof grepResult>;
