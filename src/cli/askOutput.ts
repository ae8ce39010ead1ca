/** What `cora ask` prints for programs: one JSON object at the end, or each event as a line. */

import type { AskEvent } from '../ask/askTypes.ts';
import type { AskSource } from '../base/citationTypes.ts';
import type { ManyResult, SearchResult } from '../base/searchTypes.ts';
import { type CommandContext, printJson, printJsonLine } from '../session/commandContext.ts';

/** Takes the events of one question in their order. */
export interface AskOutput {
  take(event: AskEvent): void | Promise<void>;
  /** No more events come: the end, a failure that was taken, or an error such as Ctrl-C. */
  stop(): void;
}

/** `error` is null where the answer is whole. */
export function askJson({ stdout }: Pick<CommandContext, 'stdout'>): AskOutput {
  let result: SearchResult | ManyResult | null = null;
  let sources: AskSource[] = [];
  return {
    take(event) {
      if (event.type === 'sources') {
        ({ result, sources } = event);
      } else if (event.type !== 'text' && result !== null) {
        const { answer, citations, model, tookMs, promptTokens, answerTokens, cut } = event.end;
        printJson(stdout, {
          query: result.query,
          answer,
          model,
          sources,
          citations,
          freshness: result.freshness,
          ...('repositories' in result ? { repositories: result.repositories } : {}),
          usage: { promptTokens, answerTokens, cut },
          tookMs,
          gitContext: result.gitContext ?? null,
          error: event.type === 'failed' ? plainError(event) : null,
        });
      }
    },
    stop: () => undefined,
  };
}

export function askJsonLines({ stdout }: Pick<CommandContext, 'stdout'>): AskOutput {
  return {
    take(event) {
      const plain = event.type === 'failed' ? { ...event, error: plainError(event) } : event;
      printJsonLine(stdout, plain);
    },
    stop: () => undefined,
  };
}

function plainError({ error: { code, message, hint } }: Extract<AskEvent, { type: 'failed' }>) {
  return { code, message, hint: hint ?? null };
}
