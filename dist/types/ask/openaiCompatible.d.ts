/**
 * OpenAI's chat completions, and any server that speaks them (vLLM, llama.cpp, LM Studio, gateways): server-sent events.
 *
 *   data: {"choices":[{"delta":{"content":"Opens"},"finish_reason":null}]}
 *   data: {"choices":[],"usage":{"prompt_tokens":26,"completion_tokens":298}}
 *   data: [DONE]
 */
import { type CreateModel } from './modelProvider.ts';
export declare const createOpenaiModel: CreateModel;
