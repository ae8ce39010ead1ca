/**
 * Dependencies that a manifest names line by line: go.mod, requirements.txt, Gemfile, pom.xml, build.gradle, mix.exs.
 * A blob has no name here, so a manifest is known by its language and its words.
 */
import type { LocatedReference } from './segments.ts';
export declare function dependenciesIn(lines: readonly string[], language: string): LocatedReference[];
/** The name of the package that a requirement (PEP 508) asks for; null for other text. */
export declare function requirementName(text: string): string | null;
