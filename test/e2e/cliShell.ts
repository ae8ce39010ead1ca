/** A small repository and the built command line in it, for the tests of what a shell user sees. */

import { expect } from 'vitest';
import { type CliOptions, type CliResult, runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';

export type Shell = (args: readonly string[], options?: Partial<CliOptions>) => Promise<CliResult>;

/** @returns runs cora in the repository */
export function shellIn(repo: Pick<TempRepo, 'dir' | 'env'>): Shell {
  return (args, options = {}) => runCli(args, { cwd: repo.dir, env: repo.env, ...options });
}

/** Three languages, two directories, one commit. */
export function shopRepo(): TempRepo {
  return shopFiles(tempRepo());
}

export function shopFiles(repo: TempRepo): TempRepo {
  repo.file(
    'src/cart.ts',
    'import { priceOf } from "./price.ts";\n\n/** What a customer is about to buy. */\nexport class Cart {\n  readonly items: string[] = [];\n\n  addItem(name: string): void {\n    this.items.push(name);\n  }\n\n  /** The sum of all prices, with the discount taken off. */\n  total(discount: number): number {\n    const sum = this.items.reduce((all, name) => all + priceOf(name), 0);\n    return sum * (1 - discount);\n  }\n}\n',
  );
  repo.file(
    'src/price.ts',
    'const PRICES: Record<string, number> = { apple: 1, pear: 2 };\n\nexport function priceOf(name: string): number {\n  const $price = PRICES[name];\n  if ($price === undefined) throw new Error(`no price for ${name}`);\n  return $price;\n}\n',
  );
  repo.file(
    'tools/report.py',
    'def write_report(path, rows):\n    """Writes one line for each sale."""\n    with open(path, "w") as out:\n        for row in rows:\n            out.write(",".join(row))\n',
  );
  repo.file('docs/guide.md', '# Guide\n\n## Refunds\n\nA refund goes back to the card that paid, within three days.\n');
  repo.commit();
  return repo;
}

export async function indexed(repo: TempRepo): Promise<TempRepo> {
  const { code, stderr } = await shellIn(repo)(['index', '--quiet']);
  expect(code, stderr).toBe(0);
  return repo;
}

/** stdout as JSON, and nothing but JSON. */
export function jsonOf<T>({ stdout, stderr }: CliResult): T {
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as T;
}

export interface ErrorLine {
  error: { code: string; message: string; hint?: string };
}
