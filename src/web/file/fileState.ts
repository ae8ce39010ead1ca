/** The file that is shown, its outline, and the neighbourhood of the chunk that is looked at. Follows the address. */

import { computed, effect, untracked } from '@preact/signals';
import type { CodeSymbol, FileContent, Graph } from '../../server/pageTypes.ts';
import { graphAt, outline, readFile } from '../api/client.ts';
import { epoch, repositories } from '../shell/fleet.ts';
import { createResource, pause } from '../shell/resource.ts';
import { changeRoute, route } from '../shell/route.ts';
import type { FileRoute } from '../urlState.ts';

export const file = createResource<FileContent>();
export const symbols = createResource<CodeSymbol[]>();
export const graph = createResource<Graph>();

const NEIGHBOURS = 16;
/** Milliseconds on one symbol before its neighbours are asked for: the keys run through an outline. */
const QUIET = 120;

let lastFile = '';
let lastPlace = '';

effect(() => {
  const here = route.value;
  if (here.view !== 'file' || repositories.value.value === null) return;
  const again = epoch.value;
  const fileKey = JSON.stringify([here.repo, here.path, again]);
  const placeKey = JSON.stringify([fileKey, here.startLine]);
  untracked(() => {
    if (fileKey !== lastFile) loadFile(here);
    if (placeKey !== lastPlace) loadGraph(here);
  });
  lastFile = fileKey;
  lastPlace = placeKey;
});

function placeOf({ repo, path }: FileRoute) {
  return { repo_id: repo === '' ? undefined : repo, file_path: path };
}

export function loadFile(here: FileRoute): void {
  file.clear();
  symbols.clear();
  void file.load((abort) => readFile(placeOf(here), abort));
  void symbols.load((abort) => outline(placeOf(here), abort));
}

function loadGraph(here: FileRoute): void {
  graph.clear();
  void graph.load(async (abort) => {
    await pause(QUIET, abort);
    return graphAt({ ...placeOf(here), line: Math.max(1, here.startLine), limit: NEIGHBOURS }, abort);
  });
}

/** The symbol that is looked at: the innermost one that holds the first line; else, below its comment, the first that begins there. */
export const current = computed<CodeSymbol | null>(() => {
  const here = route.value;
  if (here.view !== 'file' || here.startLine === 0) return null;
  const all = symbols.value.value ?? [];
  const around = all.filter(({ start_line, end_line }) => start_line <= here.startLine && here.startLine <= end_line);
  const inner = around.sort((a, b) => b.start_line - a.start_line || a.end_line - b.end_line)[0];
  const below = all.find(({ start_line }) => here.startLine < start_line && start_line <= here.endLine);
  return inner ?? below ?? null;
});

/** @param by 1 for the next symbol of the outline, -1 for the one before */
export function stepSymbol(by: 1 | -1): boolean {
  const here = route.value;
  const all = symbols.value.value;
  if (here.view !== 'file' || all === null || all.length === 0) return false;
  const sorted = [...all].sort((a, b) => a.start_line - b.start_line);
  const next =
    by === 1
      ? sorted.find(({ start_line }) => start_line > here.startLine)
      : sorted.findLast(({ start_line }) => start_line < here.startLine);
  if (next !== undefined) changeRoute({ ...here, startLine: next.start_line, endLine: next.end_line });
  return next !== undefined;
}
