/** Line rules of programming languages that no grammar reads. */
import { type LineRules } from './linesModel.ts';
export declare const CODE_RULES: Readonly<Record<string, LineRules>>;
