/**
 * The tools that ask the graph of names: symbols (where a name is defined, or what a file
 * defines), references and related.
 */

import * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { listOf } from '../../base/lists.ts';
import { linesIn, splitPlace } from '../../base/patterns.ts';
import { type CallEdge, findCallees, findCallers } from '../../graph/findRelations.ts';
import { partsOfName } from '../../graph/pathWords.ts';
import type { SymbolContext } from '../../graph/readFiles.ts';
import type { ReferenceHit, SymbolHit } from '../../graph/referenceModel.ts';
import { type RelatedRequest, related } from '../../graph/related.ts';
import { findReferences, findSymbols } from '../../graph/symbols.ts';
import { fileOutline } from '../../search/indexedFiles.ts';
import { oneLine } from '../../search/renderResult.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { codeLine, explainNoName, listAnswer, proseLast, quotedArgument, type ToolProgram } from '../answer.ts';
import { pathFrom, pathsFrom } from '../places.ts';
import * as schemas from '../resultSchemas.ts';
import { relatedSchema } from '../resultSchemas.ts';
import { BUDGETS, RELATED_PLACES } from '../toolList.ts';

const symbol = z.object({
  path: z.string(),
  ...schemas.each(z.number(), 'startLine', 'endLine'),
  ...schemas.each(z.string(), 'kind', 'name'),
  scope: z.array(z.string()),
  ...schemas.each(z.string(), 'signature', 'language'),
  status: schemas.statusSchema,
});

type Definition = z.infer<typeof symbol>;

export const symbols: ToolProgram<'symbols'> = {
  run: async ({ name: given, path, language, kind, repository, budget }, call) => {
    const place = await call.place(repository);
    const name = given === undefined ? undefined : plainName(given);
    const filters = { paths: pathsFrom(place.dir, path), languages: listOf(language), kinds: listOf(kind) };
    return listAnswer<Definition>(place, budget ?? BUDGETS.symbols, call, async (known) => {
      const wanted = matcherOf(name === undefined ? { ...filters, paths: [] } : filters);
      const all = name === undefined ? await outlineOf(known, filters.paths) : await findSymbols(known, name);
      const found = all.filter((hit) => wanted(hit)).map((hit) => symbol.parse(hit));
      const hits = name === undefined ? found : proseLast(found, 'section');
      const nothing = async () =>
        name === undefined
          ? 'The index knows no definition in this file.'
          : explainNoName(known, 'is called', name, filters);
      return {
        key: 'symbols',
        items: hits,
        render: renderSymbol,
        nothing: hits.length > 0 ? '' : await nothing(),
        next: ([first]) => nextAfter(first, name),
      };
    });
  },
};

/** `store->open(path, { create: true })` → `store.open`: as it stands in a call. */
function plainName(name: string): string {
  return name.replace(/^([^\s(]+)\(.+\)$/s, '$1').replace(/(?<=\w)->(?=\w)/g, '.');
}

/** @throws CoraError USAGE where it is not one file, BAD_PATH */
function outlineOf(known: SymbolContext, paths: readonly string[]): Promise<SymbolHit[]> {
  const [path, ...more] = paths;
  if (path === undefined || more.length > 0)
    throw new CoraError('USAGE', 'There is nothing to look for.', { hint: 'Give a name, or the path of one file.' });
  return fileOutline(known, path);
}

function nextAfter(first: Definition | undefined, name: string | undefined): string {
  if (first === undefined)
    return name === undefined
      ? 'Next: read the file.'
      : `Next: grep pattern=${quotedArgument(name)} fixed=true, or search for what it does.`;
  // Nothing uses a heading: links name files.
  const uses = first.kind === 'section' ? '' : `; references name=${quotedArgument(name ?? first.name)}`;
  return `Next: read path=${quotedArgument(first.path)} lines="${first.startLine}-${first.endLine}"${uses}.`;
}

function renderSymbol({ path, startLine, endLine, kind, name, scope, signature, status }: Definition): string {
  const changed = status === 'committed' ? '' : ` (${status})`;
  const full = [...scope, name].join(kind === 'section' ? ' › ' : '.');
  return `${oneLine(`${path}:${startLine}-${endLine} ${kind} ${full}`)}${changed}${signature === '' ? '' : `\n    ${codeLine(signature)}`}`;
}

interface Reference {
  /** The file of the mention. */
  path: string;
  line: number;
  kind: string;
  /** The enclosing definition; empty at the top of a file. */
  within: string;
  /** The line; in a chain, what is called. */
  text: string;
  /** `path:line` of what the name means here; null if that is not certain. */
  target: string | null;
  /** The step of the chain. */
  depth?: number;
}

export const references: ToolProgram<'references'> = {
  run: async ({ name: given, direction, depth, path, language, kind, repository, budget }, call) => {
    const place = await call.place(repository);
    const name = plainName(given);
    const filters = { paths: pathsFrom(place.dir, path), languages: listOf(language), kinds: listOf(kind) };
    const isChain = direction === 'callers' || direction === 'callees';
    if (isChain && Object.values(filters).some((values) => values.length > 0))
      throw new CoraError(
        'USAGE',
        'path, language and kind cannot filter a call chain: a chain with holes would mislead.',
        {
          hint: 'Leave them out, or ask for direction "mentions".',
        },
      );
    return listAnswer<Reference>(place, budget ?? BUDGETS.references, call, async (known) => {
      const wanted = matcherOf(filters, 'mentions');
      const items = isChain
        ? (await (direction === 'callers' ? findCallers : findCallees)(known, name, depth ?? 1)).map(ofEdge)
        : proseLast((await findReferences(known, name)).filter((hit) => wanted(hit)).map(ofHit), 'link');
      return {
        key: 'references',
        items,
        render: (item) => renderReference(item, !isChain && partsOfName(name).outer.length > 0),
        nothing: items.length > 0 ? '' : await explainNoName(known, NOTHING[direction ?? 'mentions'], name, filters),
        next: ([first]) =>
          first === undefined
            ? `Next: symbols name=${quotedArgument(name)} for what is called so, or grep pattern=${quotedArgument(name)} fixed=true.`
            : `Next: read path=${quotedArgument(first.path)} lines="${Math.max(1, first.line - 10)}-${first.line + 15}".`,
      };
    });
  },
};

const NOTHING = {
  mentions: 'calls, imports, links to, inherits from, has the type or is known to use',
  callers: 'is known to call',
  callees: 'of this repository is known to be called by',
};

function ofHit({ path, line, kind, symbol, scope, preview, target }: ReferenceHit): Reference {
  const within = symbol === '' ? '' : [...scope, symbol].join('.');
  const meant = target === null ? null : `${target.path}:${target.startLine}`;
  return { path, line, kind, within, text: preview, target: meant };
}

function ofEdge({ depth, caller, callee }: CallEdge): Reference {
  const target = callee.path === null ? null : `${callee.path}:${callee.line}`;
  const { path, line, symbol } = caller;
  return { path, line, kind: 'call', within: symbol === path ? '' : symbol, text: callee.symbol, target, depth };
}

/** @param isQualified true if one definition of a name was asked for, and others may be meant */
function renderReference({ path, line, kind, within, text, target, depth }: Reference, isQualified: boolean): string {
  const step = depth === undefined ? '' : `${'  '.repeat(depth - 1)}`;
  const holder = within === '' ? '' : ` in ${within}`;
  const meant = target === null ? (isQualified ? ' (by name only)' : '') : ` → ${target}`;
  return `${step}${oneLine(`${path}:${line} ${kind}${holder}${meant}`)}\n${step}    ${codeLine(text)}`;
}

type Related = z.infer<typeof relatedSchema>;

export const relatedPlaces: ToolProgram<'related'> = {
  run: async ({ chunkId, path, line, k, repository, budget }, call) => {
    const place = await call.place(repository);
    const from = placeOf(chunkId, path === undefined ? path : pathFrom(place.dir, path), line);
    return listAnswer<Related>(place, budget ?? BUDGETS.related, call, async (known) => {
      const { related: found, note } = await related(known, {
        place: from,
        limit: k ?? RELATED_PLACES,
        paths: [],
        languages: [],
        kinds: [],
      });
      return {
        key: 'related',
        items: found.map((hit) => relatedSchema.parse(hit)),
        render: renderRelated,
        nothing: 'The index knows nothing related to this place.',
        note,
        next: ([first]) =>
          first === undefined
            ? 'Next: search with a few words.'
            : `Next: read path=${quotedArgument(first.path)} lines="${first.startLine}-${first.endLine}".`,
      };
    });
  },
};

function placeOf(chunkId: string | undefined, path: string | undefined, line?: number): RelatedRequest['place'] {
  if (chunkId !== undefined && chunkId !== '') return { chunkId };
  if (path === undefined)
    throw new CoraError('USAGE', 'The call names no place.', { hint: 'Give a chunkId, a path, or a path and a line.' });
  const { path: file, lines } = splitPlace(path);
  if (lines === null) return { path: file, line: line ?? null };
  const range = linesIn(lines);
  if (range === null)
    throw new CoraError('USAGE', `"${path}" does not name a place in a file.`, { hint: 'The first line is 1.' });
  return { path: file, line: range.startLine };
}

function renderRelated({ path, startLine, endLine, kind, symbol, reason, status }: Related): string {
  const changed = status === 'committed' ? '' : ` (${status})`;
  return oneLine(`${path}:${startLine}-${endLine} ${kind}${symbol === '' ? '' : ` ${symbol}`}${changed}: ${reason}`);
}
