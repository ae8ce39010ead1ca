/**
 * It makes a language model of the Codex CLI: it starts that without any tool, and reads its events. Where the program is, says
 * codexProgram.ts.
 */
import { type CreateModel } from './modelProvider.ts';
export declare const createCodexModel: CreateModel;
