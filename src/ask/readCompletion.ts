/** An answer read to its end, for those who do not show it while it comes. */

import type { CompletionEnd, CompletionPieces } from '../base/answerTypes.ts';

export interface Completion extends CompletionEnd {
  text: string;
}

/** @param mostCharacters an answer that is longer is ended there @throws CoraError as LanguageModel.complete */
export async function readCompletion(pieces: CompletionPieces, mostCharacters: number): Promise<Completion> {
  let text = '';
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return { text, ...next.value };
      text += next.value;
      if (text.length > mostCharacters) {
        return { text: text.slice(0, mostCharacters), promptTokens: null, answerTokens: null, cut: true };
      }
    }
  } finally {
    await pieces.return({ promptTokens: null, answerTokens: null, cut: true });
  }
}
