/**
 * Ollama's own API: POST /api/chat, answered by a line of JSON for each piece.
 *
 *   {"message":{"role":"assistant","content":"Opens"},"done":false}
 *   {"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":298}
 */
import { type CreateModel } from './modelProvider.ts';
export declare const createOllamaModel: CreateModel;
