/**
 * The ranking golden: what each query finds, and where, on a corpus made of our own dependencies' sources. A loss fails;
 * CORA_UPDATE_RANKS=1 writes the ranks of today. A new query goes into ranks.json with the rank null: the target comes
 * from reading the sources, never from what Cora answers.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit } from '../../../src/base/searchTypes.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';
import { type Corpus, writeCorpus } from './corpus.ts';
import { allRanks, corpusChange, type Golden, judge, MOST_LOST, meansOf, RANKED, type Ranks } from './judge.ts';

const FILE = join(import.meta.dirname, 'ranks.json');
const LINE_WIDTH = 120;
const golden = readGolden();
const isUpdate = (process.env['CORA_UPDATE_RANKS'] ?? '') !== '';

describe('the ranking', () => {
  let repo: TempRepo;
  let corpus: Corpus;

  beforeAll(async () => {
    repo = tempRepo();
    corpus = writeCorpus(repo);
    const { files, skipped, failed } = await cora(repo, { embedder: 'builtin' }).index();
    expect({ files, skipped, failed }).toEqual({ files: corpus.files, skipped: [], failed: [] });
  }, 300_000);

  it('is asked for targets that are there', () => {
    const paths = new Set(repo.git('ls-files').split('\n'));
    const targets = allRanks(golden).flatMap(([, ranks]) => Object.keys(ranks));
    const wrong = targets.filter((target) => {
      const { path, text } = placeOf(target);
      if (!paths.has(path)) return true;
      return text !== null && readFileSync(repo.path(path), 'utf8').split(text).length !== 2;
    });
    expect(wrong, 'targets that name no file of the corpus, or a text that is not in it exactly once').toEqual([]);
  });

  it(`has lost nothing: neither of the means, and no target more than ${MOST_LOST} places`, async () => {
    const changed = corpusChange(golden.corpus, corpus);
    if (changed !== null && !isUpdate) throw new Error(changed);
    const today = await ranksOfToday(repo, corpus);
    if (isUpdate) return writeGolden(today);
    const { lost, report } = judge(golden, today);
    if (lost) throw new Error(`The ranking lost quality: ${report}`);
    if (report !== null) process.stderr.write(`The ranking changed: ${report}\n`);
  });
});

async function ranksOfToday(repo: TempRepo, corpus: Corpus): Promise<Golden> {
  const answers = await cora(repo, { embedder: 'builtin', limit: RANKED, related: 0 }).queryAll(
    allRanks(golden).map(([text]) => text),
  );
  const found = new Map(answers.map(({ query, results }) => [query, results]));
  const queries = mapValues(golden.queries, (kind) =>
    mapValues(kind, (ranks, query) => mapValues(ranks, (_, target) => rankOf(target, found.get(query) ?? []))),
  );
  return { corpus, ...meansOf(allRanks({ queries }).map(([, ranks]) => ranks)), queries };
}

function rankOf(target: string, hits: readonly SearchHit[]): Ranks[string] {
  const { path, text } = placeOf(target);
  return hits.find((hit) => hit.path === path && (text === null || hit.text.includes(text)))?.rank ?? null;
}

function placeOf(target: string): { path: string; text: string | null } {
  const at = target.indexOf('#');
  return at === -1 ? { path: target, text: null } : { path: target.slice(0, at), text: target.slice(at + 1) };
}

function mapValues<T, U>(record: Record<string, T>, to: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));
}

describe('the verdict', () => {
  const corpus: Corpus = { packages: { tar: '7.5.0' }, files: 1, tree: 'a' };
  const goldenOf = (first: number | null, second: number | null): Golden => {
    const queries = { symbols: { one: { 'a.ts': first }, two: { 'b.ts': second } } };
    return { corpus, ...meansOf(allRanks({ queries }).map(([, ranks]) => ranks)), queries };
  };

  it('says nothing where nothing moved', () => {
    expect(judge(goldenOf(1, 2), goldenOf(1, 2))).toEqual({ lost: false, report: null });
  });

  it('lets a gain pass and asks for the update', () => {
    const { lost, report } = judge(goldenOf(1, 4), goldenOf(1, 2));
    expect(lost).toBe(false);
    expect(report).toMatch(/mrr 0\.625 → 0\.75[\s\S]* 4 {6}2 {2}two {2}→ {2}b\.ts[\s\S]*CORA_UPDATE_RANKS=1/);
  });

  it('finds the loss of a mean', () => {
    const { lost, report } = judge(goldenOf(1, 1), goldenOf(1, 2));
    expect(lost).toBe(true);
    expect(report).toMatch(/ 1 {6}2 {2}two[\s\S]*CORA_UPDATE_RANKS=1/);
  });

  it('finds the loss of one target behind better means', () => {
    expect(judge(goldenOf(2, 8), goldenOf(1, 11))).toMatchObject({ lost: false });
    const { lost, report } = judge(goldenOf(2, 18), goldenOf(1, null));
    expect({ lost: judge(goldenOf(2, 16), goldenOf(1, null)).lost }).toEqual({ lost: true });
    expect(lost).toBe(false);
    expect(report).toMatch(/ 18 {4}>20 {2}two[\s\S]* 2 {6}1 {2}one/);
  });

  it('means the best target by MRR and all of them by NDCG', () => {
    expect(meansOf([{ a: 1, b: null }])).toEqual({ mrr: 1, ndcg10: 0.6131 });
    expect(meansOf([{ a: 2 }, { a: 11 }])).toEqual({ mrr: 0.2955, ndcg10: 0.3155 });
  });

  it('does not compare ranks of another corpus', () => {
    expect(corpusChange(corpus, corpus)).toBeNull();
    expect(corpusChange(corpus, { ...corpus, packages: { tar: '7.6.0' }, tree: 'b' })).toMatch(
      /tar 7\.5\.0 → 7\.6\.0[\s\S]*CORA_UPDATE_RANKS=1/,
    );
    expect(corpusChange(corpus, { ...corpus, tree: 'b' })).toContain('the same versions');
  });
});

// ranks.json has one line for each query, as the formatter leaves it, so that a change of rank is a change of one line.

function readGolden(): Golden {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Golden;
}

function writeGolden({ queries, ...head }: Golden): void {
  const kinds = Object.entries(queries).map(([kind, entries]) => {
    const lines = Object.entries(entries).map(([query, ranks]) => `      ${lineOf(query, ranks)}`);
    return `    ${JSON.stringify(kind)}: {\n${lines.join(',\n')}\n    }`;
  });
  const top = JSON.stringify(head, null, 2).replace(/\n}$/, '');
  writeFileSync(FILE, `${top},\n  "queries": {\n${kinds.join(',\n')}\n  }\n}\n`);
}

function lineOf(query: string, ranks: Ranks): string {
  const targets = Object.entries(ranks).map(([target, rank]) => `${JSON.stringify(target)}: ${rank}`);
  const line = `${JSON.stringify(query)}: { ${targets.join(', ')} }`;
  // Six for the indentation, one for the comma.
  if (line.length + 7 <= LINE_WIDTH) return line;
  return `${JSON.stringify(query)}: {\n        ${targets.join(',\n        ')}\n      }`;
}
