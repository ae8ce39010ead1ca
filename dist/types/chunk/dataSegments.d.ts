/**
 * YAML, JSON and TOML by their keys: a top-level key or table is a segment, a large one has its own keys as members.
 * Only the general mechanism, key paths: `jobs.build`, `services.web`, `paths./pets.get` come out of it.
 */
import { type Segment } from './chunksFrom.ts';
import type { Source } from './source.ts';
/** @returns null for what the parser does not read (templates, broken syntax, nesting beyond its stack) and for other languages */
export declare function dataSegments(source: Source): Segment[] | null;
