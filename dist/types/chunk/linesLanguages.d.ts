/** The table of line rules: one row per language that no grammar reads. Here: build files, schemas, settings. */
import { type LineRules } from './linesModel.ts';
export declare const LANGUAGE_RULES: Readonly<Record<string, LineRules>>;
