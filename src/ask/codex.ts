/**
 * The Codex CLI as a language model: what its events say. How it is started is runCodex.ts.
 *
 *   {"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"Opens the store."}}
 *   {"type":"turn.completed","usage":{"input_tokens":26,"cached_input_tokens":0,"output_tokens":298}}
 *   {"type":"turn.failed","error":{"message":"…"}}
 */

import type { CompletionPieces, CompletionRequest } from '../base/answerTypes.ts';
import { CoraError, isCoraError, throwIfAborted } from '../base/errors.ts';
import { messageIn } from '../net/httpFailure.ts';
import { WHOLE_MS } from '../net/retrying.ts';
import { findCodex } from './findCodex.ts';
import type { CreateModel } from './modelProvider.ts';
import { countOf, type Fields, objectOf, readObject, textOf } from './readFields.ts';
import { type CodexEnd, runCodex } from './runCodex.ts';

const NAME = 'Codex';
/** Beside these it has tools, and none of them is allowed. */
const HARMLESS = new Set(['agent_message', 'reasoning', 'plan', 'todo_list', 'error']);
/** It repeats requests itself, and is silent meanwhile. */
const SILENCES = 5;
/** It cannot be told how long an answer may be: longer ones are cut. */
const CHARACTERS_PER_TOKEN = 6;

export const createCodexModel: CreateModel = (id, model, { env, policy }) => {
  async function* complete(request: CompletionRequest, signal?: AbortSignal) {
    throwIfAborted(signal);
    const program = await findCodex(env);
    if (program === null) {
      throw new CoraError('MODEL_MISSING', 'The Codex CLI is not on PATH.', {
        hint: 'npm install -g @openai/codex, then codex login   (or set CORA_CODEX to where it is)',
      });
    }
    const prompt = `${request.system}\n\n${request.prompt}`;
    const { timeoutMs, wholeMs = WHOLE_MS } = policy;
    const lines = runCodex({ program, model, prompt, env, silenceMs: SILENCES * timeoutMs, wholeMs, signal });
    try {
      return yield* readEvents(lines, request.maxTokens * CHARACTERS_PER_TOKEN, signal);
    } finally {
      await lines.return({ code: null, stderr: '', timedOut: null });
    }
  }
  return { id, place: 'OpenAI through the Codex CLI', isRemote: true, complete };
};

async function* readEvents(
  lines: AsyncGenerator<string, CodexEnd, undefined>,
  mostCharacters: number,
  signal: AbortSignal | undefined,
): CompletionPieces {
  let left = mostCharacters;
  let complaint = '';
  for (;;) {
    const next = await lines.next().catch((cause: unknown) => {
      throw isCoraError(cause)
        ? cause
        : new CoraError('MODEL', `${NAME} cannot be started: ${String(cause)}`, { cause });
    });
    throwIfAborted(signal);
    if (next.done === true) throw failed(next.value, complaint);
    const event = readObject(next.value);
    if (event === null) throw new CoraError('MODEL', `${NAME} printed something else than JSON.`, { hint: UPDATE });
    const item = objectOf(event.item);
    if (item !== null) refuseTools(textOf(item.type));
    if (event.type === 'error' || event.type === 'turn.failed') complaint = complaintIn(event) || complaint;
    if (event.type === 'turn.failed') throw failed(null, complaint);
    if (event.type === 'item.completed' && item?.type === 'agent_message') {
      const text = `${left < mostCharacters ? '\n\n' : ''}${textOf(item.text)}`;
      if (text !== '') yield text.slice(0, left);
      left -= text.length;
      if (left < 0) return { promptTokens: null, answerTokens: null, cut: true };
    }
    if (event.type === 'turn.completed') {
      const usage = objectOf(event.usage);
      return { promptTokens: countOf(usage?.input_tokens), answerTokens: countOf(usage?.output_tokens), cut: false };
    }
  }
}

/** An answer that comes after a tool was used is not wanted, whatever it says. */
function refuseTools(type: string): void {
  if (HARMLESS.has(type)) return;
  throw new CoraError('MODEL', `${NAME} tried to use a tool (${type.slice(0, 40)}), and was stopped.`, {
    hint: UPDATE,
  });
}

const UPDATE = 'update it: npm install -g @openai/codex@latest';

function complaintIn(event: Fields): string {
  return messageIn(JSON.stringify({ error: event.error ?? event.message }), undefined);
}

/** @param end null where an event said that it failed */
function failed(end: CodexEnd | null, complaint: string): CoraError {
  if (end !== null && end.timedOut !== null) {
    const what = end.timedOut === 'silence' ? 'said nothing for too long' : 'did not finish its answer in time';
    return new CoraError('MODEL', `${NAME} ${what}.`, { hint: 'run again' });
  }
  const said = complaint || messageIn(end?.stderr.trim().split('\n').at(-1) ?? '', undefined);
  if (/\b401\b|unauthorized|not logged in|login|api key/i.test(said))
    return new CoraError('MODEL_AUTH', `${NAME} has no login that OpenAI accepts.`, { hint: 'codex login' });
  const isOld = /unexpected argument|unrecognized|invalid value/i.test(end?.stderr ?? '');
  const how = end === null ? 'failed' : `ended with status ${end.code ?? 'none'}`;
  return new CoraError('MODEL', `${NAME} ${how}${said === '' ? '.' : `: ${said}`}`, {
    hint: isOld ? UPDATE : 'run again; if it stays, try: codex exec "Say hello"',
  });
}
