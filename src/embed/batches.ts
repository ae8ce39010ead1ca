/** Cutting many texts into requests. Pure: what a service refuses all the same is the caller's affair. */

export interface BatchLimits {
  /** Texts in one request. */
  texts: number;
  /** Tokens in one request, as estimated below. */
  tokens: number;
  /** UTF-16 units kept of one text; what follows is beyond any model's window. */
  characters: number;
}

/** Rather too many than too few: three bytes of code are a token in most vocabularies, as is one CJK letter. */
export function tokensAtMost(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/** Where the batch that starts at `from` ends (exclusive). A batch holds at least one text, however large. */
export function batchEnd(texts: readonly string[], from: number, limits: BatchLimits): number {
  let tokens = 0;
  for (let at = from; at < texts.length; at++) {
    tokens += tokensAtMost(texts[at]!);
    if (at > from && (at - from >= limits.texts || tokens > limits.tokens)) return at;
  }
  return texts.length;
}

/** What to try next after a service refused the batch: half of what filled it. */
export function smallerLimits(limits: BatchLimits, refused: readonly string[]): BatchLimits {
  if (refused.length >= limits.texts) return { ...limits, texts: Math.max(1, refused.length >> 1) };
  const tokens = refused.reduce((sum, text) => sum + tokensAtMost(text), 0);
  return { ...limits, tokens: Math.max(1, tokens >> 1) };
}

/** At most `length` UTF-16 units from the start, no surrogate pair cut in two. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
