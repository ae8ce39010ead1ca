/** A small repository whose code is worth commentary, and Cora in it with a model server as its environment. */

import type { CommentaryReport } from '../../src/base/answerTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import type { Flags } from '../../src/settings/options.ts';
import { cora } from './cora.ts';
import { type AskedModel, type ModelAnswer, type ModelServer, serveModel } from './modelServer.ts';
import { type TempRepo, tempRepo } from './tempRepo.ts';

/** Four functions in code, each a chunk of its own; a test; prose. */
export function codeRepo(): TempRepo {
  const repo = tempRepo();
  repo.file('src/login.ts', `import { hashOf } from './hash.ts';\n\n${functionOf('checkPassword', 'hashOf(given)')}`);
  repo.file('src/hash.ts', functionOf('hashOf', 'String(given.length * 31)'));
  repo.file('src/cart.ts', functionOf('addToCart', 'given.trim()'));
  repo.file('src/mail.ts', functionOf('sendLetter', 'given.toUpperCase()'));
  repo.file('test/login.test.ts', functionOf('testsCheckPassword', 'checkPassword(given)'));
  repo.file('README.md', '# A shop\n\nIt sells apples and pears to everybody who wants to have some of them.\n');
  repo.commit();
  return repo;
}

export function functionOf(name: string, body: string): string {
  return [
    `/** What ${name} is there for. */`,
    `export function ${name}(given: string): string {`,
    `  const first = ${body};`,
    '  const second = first.split(",").filter((part) => part !== "");',
    '  if (second.length === 0) throw new Error("nothing was given");',
    '  return second.map((part) => part.trim()).join(";");',
    '}',
    '',
  ].join('\n');
}

/** What the prompt is about: the piece's name. */
export function pieceOf({ prompt }: AskedModel): string {
  return /^Piece: \S+ (\S+)/m.exec(prompt)?.[1] ?? '';
}

/** A made-up sentence that tells which piece it is about, in words that the code does not hold. */
export function proseOf(asked: AskedModel): ModelAnswer {
  const word: Record<string, string> = { checkPassword: 'Authentication', addToCart: 'Shopping', hashOf: 'Digest' };
  return { pieces: [`${word[pieceOf(asked)] ?? 'Something'} `, `about ${pieceOf(asked)}.`] };
}

export interface Described {
  repo: TempRepo;
  server: ModelServer;
  /** Names of the pieces that were asked about, in order. */
  asked(): string[];
  index(options?: Flags): Promise<IndexReport>;
  /** Of a run with `--commentary`. */
  describe(options?: Flags, signal?: AbortSignal): Promise<CommentaryReport>;
}

export async function describedRepo(
  answer: (asked: AskedModel, number: number) => ModelAnswer | Promise<ModelAnswer> = proseOf,
  repo = codeRepo(),
): Promise<Described> {
  const server = await serveModel(answer);
  const here = cora({ dir: repo.dir, env: { ...repo.env, ...server.env } });
  return {
    repo,
    server,
    asked: () => server.asked.map(pieceOf),
    index: (options = {}) => here.index(options),
    async describe(options = {}, signal) {
      const report = await here.index({ commentary: 'ollama:tiny', ...options }, signal);
      return report.commentary!;
    },
  };
}
