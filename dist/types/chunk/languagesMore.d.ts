/** Rows of the table of languages, continued: see languages.ts. */
import type { Language } from './languagesRow.ts';
export declare const MORE_LANGUAGES: Record<string, Language>;
