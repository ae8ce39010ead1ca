/** Texts to token ids that fit a model's window. */

import type { FeatureExtraction, Tensor } from './loadTransformers.ts';

/** @param window tokens of one text, special ones included
 *  @returns the model's inputs, `[texts, tokens]` each, padded to the longest text */
export function tokenizeWithin(
  tokenizer: FeatureExtraction['tokenizer'],
  texts: string[],
  window: number,
): Record<string, Tensor> {
  const inputs = tokenizer(texts, { padding: true, truncation: true, max_length: window });
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
