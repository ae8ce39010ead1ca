/**
 * The Codex CLI as a language model: what its events say. How it is started is runCodex.ts.
 *
 *   {"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"Opens the store."}}
 *   {"type":"turn.completed","usage":{"input_tokens":26,"cached_input_tokens":0,"output_tokens":298}}
 *   {"type":"turn.failed","error":{"message":"…"}}
 */
import type { CreateModel } from './modelProvider.ts';
export declare const createCodexModel: CreateModel;
