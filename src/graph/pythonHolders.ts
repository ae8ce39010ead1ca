/** Reads the files that resolving references in Python needs beside those with the references. */

import { blobKeyOf } from '../base/identity.ts';
import type { Reference } from '../base/types.ts';
import type { PathIndex } from '../languages/referenceRules.ts';
import { fileAt } from '../view/viewFiles.ts';
import { type Holder, type PythonFile, PythonTypes } from './pythonTypes.ts';
import { readFiles, type SourceFile, type SymbolContext } from './readFiles.ts';
import { pythonFile } from './siteOf.ts';

interface Asked {
  reference: Reference;
  file: SourceFile;
  path: string;
  line: number;
  column: number;
}

/** Files lead to others: a class to its base, a base to the module that exports it. */
const MOST_ROUNDS = 8;
/** Files that are read for one question. */
const MOST_FILES = 300;

/** Returns for each reference where its name may be defined, nearest first. */
export async function pythonHolders(
  context: SymbolContext,
  index: PathIndex,
  asked: readonly Asked[],
): Promise<Holder[][]> {
  const files = new Map<string, PythonFile | null>();
  for (const { file, path } of asked) if (!files.has(path)) files.set(path, pythonFile(file, path, index));
  for (let round = 1; ; round++) {
    const missing = new Set<string>();
    const types = new PythonTypes((path) => {
      const file = files.get(path);
      if (file === undefined) missing.add(path);
      return file ?? null;
    }, index);
    const holders = asked.map(({ reference, path, line, column }) => {
      const at = files.get(path)!;
      return reference.kind === 'import'
        ? types.exported(at.imports, reference.name)
        : types.holdersOf(at, reference.name, line, column);
    });
    if (missing.size === 0 || round === MOST_ROUNDS || files.size > MOST_FILES) return holders;
    const keys = [...missing].flatMap((path) => {
      files.set(path, null);
      const file = fileAt(context.view, path);
      return file?.language === 'python' ? [blobKeyOf(file)] : [];
    });
    for (const [key, file] of await readFiles(context, keys))
      for (const { path } of context.view.byBlob.get(key) ?? [])
        if (missing.has(path)) files.set(path, pythonFile(file, path, index));
  }
}
