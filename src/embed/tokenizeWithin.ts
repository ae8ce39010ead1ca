/** Texts to token ids that fit a model's window. */

import type { Model, Tensor, Tokenizer } from './loadTransformers.ts';

/** Memory grows with tokens². */
const MAX_TOKENS = 2_048;
/** These count positions from padding_idx + 1. */
const OFFSET_POSITIONS = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);

/** @param window tokens of one text (or pair), special ones included
 *  @param seconds what each text is paired with: the end of these is cut first
 *  @returns the model's inputs, `[texts, tokens]` each, padded to the longest text */
export function tokenizeWithin(
  tokenizer: Tokenizer,
  texts: string[],
  window: number,
  seconds?: string[],
): Record<string, Tensor> {
  const pairs = seconds === undefined ? {} : { text_pair: seconds };
  const inputs = tokenizer(texts, { ...pairs, padding: true, truncation: true, max_length: window });
  const { input_ids: ids, attention_mask: mask } = inputs;
  if (ids !== undefined && mask !== undefined && ids.dims[1] === window)
    closeCutTexts(ids, mask, window, () => tokenizer([''], {}));
  return inputs;
}

/** The package cuts off the closing token ([SEP], </s>) with the rest; the models were trained to see it at the end. */
function closeCutTexts(ids: Tensor, mask: Tensor, window: number, tokenizeNothing: () => Record<string, Tensor>): void {
  const frame = tokenizeNothing().input_ids?.data ?? [];
  // One token or none: nothing closes a text.
  if (frame.length < 2) return;
  const closing = frame[frame.length - 1]!;
  const data = ids.data as { [at: number]: number | bigint };
  for (let last = window - 1; last < ids.data.length; last += window) {
    if (Number(mask.data[last]) !== 0) data[last] = closing;
  }
}

/** Tokens of one text. A tokenizer without a limit of its own would overrun the model's position table. */
export function windowOf({ tokenizer, model }: { tokenizer: Tokenizer; model: Model }): number {
  const { max_position_embeddings: positions = MAX_TOKENS, model_type: type = '' } = model.config;
  const usable = OFFSET_POSITIONS.has(type) ? positions - 2 : positions;
  return Math.max(1, Math.min(tokenizer.model_max_length ?? MAX_TOKENS, usable > 0 ? usable : MAX_TOKENS, MAX_TOKENS));
}
