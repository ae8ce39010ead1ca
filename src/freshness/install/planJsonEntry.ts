/** One entry of a JSON file that belongs to others: with comments, in whatever layout, in whatever line ends. Pure. */

import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { SMALL_JSON, tooMuchJson } from '../../base/boundedJson.ts';
import type { FileEdit } from '../fileEdit.ts';
import { addProperty, removeProperty } from './jsonProperty.ts';

export interface JsonEntry {
  /** The object that holds it, and its key. */
  path: readonly [string, string];
  entry: object;
  /** What a new file holds beside it; a file that holds no more than this goes with the entry. */
  beginning: object;
}

type Planned = Pick<FileEdit, 'after' | 'problem'>;

const BOM = '\u00ef\u00bb\u00bf';

/** @param before latin1, null where there is no file */
export function planJsonEntry(before: string | null, wanted: JsonEntry, action: 'add' | 'remove'): Planned {
  const { path, entry, beginning } = wanted;
  if (before === null || before.trim() === '') {
    if (action === 'remove') return { after: before, problem: null };
    return { after: `${JSON.stringify({ ...beginning, [path[0]]: { [path[1]]: entry } }, null, 2)}\n`, problem: null };
  }
  const bom = before.startsWith(BOM) ? BOM : '';
  const text = before.slice(bom.length);
  // The parser calls itself for each level.
  const tooMuch = tooMuchJson(text, SMALL_JSON);
  if (tooMuch !== null) return refuse(before, `holds ${tooMuch}`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors[0] !== undefined || root === undefined) return refuse(before, wrongJson(text, errors[0]));
  if (root.type !== 'object') return refuse(before, 'does not hold a JSON object');
  const holder = findNodeAtLocation(root, [path[0]]);
  if (holder !== undefined && holder.type !== 'object') return refuse(before, `has something else at "${path[0]}"`);
  const found = findNodeAtLocation(root, [...path]);
  // It stays as its owner, or whoever committed it, has made it.
  if (action === 'add' && found !== undefined && !isSame(getNodeValue(found), entry))
    return refuse(before, 'has an entry "cora" that starts something else; --remove takes it out');
  if ((found === undefined) === (action === 'remove')) return { after: before, problem: null };
  if (action === 'add') {
    const added =
      holder === undefined
        ? addProperty(text, root, path[0], { [path[1]]: entry })
        : addProperty(text, holder, path[1], entry);
    return { after: bom + added, problem: null };
  }
  return remove(text, bom, root, holder!, found!.parent!, beginning);
}

/** What would stay empty goes too, unless a comment says why it is there. */
function remove(text: string, bom: string, root: Node, holder: Node, property: Node, beginning: object): Planned {
  const isAlone = holder.children!.length === 1 && !hasComments(text, holder);
  if (!isAlone) return { after: bom + removeProperty(text, property), problem: null };
  const { [String(holder.parent!.children![0]!.value)]: _, ...others } = getNodeValue(root) as Record<string, unknown>;
  const isOurs = JSON.stringify(others) === JSON.stringify(beginning) && !hasComments(text, root);
  return { after: isOurs ? null : bom + removeProperty(text, holder.parent!), problem: null };
}

function wrongJson(text: string, error: ParseError | undefined): string {
  if (error === undefined) return 'is not valid JSON';
  const line = text.slice(0, error.offset).split('\n').length;
  return `is not valid JSON (${printParseErrorCode(error.error)} in line ${line})`;
}

function refuse(before: string, problem: string): Planned {
  return { after: before, problem };
}

/** The parser's objects have no prototype. */
function isSame(found: unknown, entry: object): boolean {
  return isDeepStrictEqual(structuredClone(found), entry);
}

function hasComments(text: string, { offset, length }: Node): boolean {
  return text
    .slice(offset, offset + length)
    .replace(/"(?:[^"\\]|\\.)*"?/g, '')
    .includes('/');
}
