/**
 * `link` references: what a text points to. Paths mentioned in text and code, targets of markup, `$ref` in data, the
 * steps of workflows, the dependencies of manifests (those of JSON, YAML and TOML are found with their keys: data.ts).
 * Targets stay as written, only `a/../b` and `%20` are resolved; where they lead is decided over the view.
 */
import type { LocatedReference } from './chunksFrom.ts';
import type { Source } from './source.ts';
/** All links of a source, by line. One pass over the lines, for every language. */
export declare function linksIn(source: Source): LocatedReference[];
/** @returns targets inside the repository, without fragment and query */
export declare function markupLinks(line: string, language: string): string[];
