/** What a process keeps between questions does not change its answers. */

import { expect, it } from 'vitest';
import { blobKeyOf } from '../../../src/base/identity.ts';
import type { SymbolContext } from '../../../src/graph/readFiles.ts';
import { findMentions } from '../../../src/graph/symbols.ts';
import { withSymbols } from '../../helpers/clientRepo.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

async function targets(context: SymbolContext, names: readonly string[]) {
  const files = new Set(context.view.files.map(blobKeyOf));
  const found = await findMentions(context, new Set(names), files);
  return found
    .filter(({ reference }) => reference.name === 'Inner')
    .map(({ line, target }) => [line, target?.startLine]);
}

it('resolves a type of a base class in the same way whatever was asked before', async () => {
  const repo = tempRepo();
  const base = 'class Base {\npublic:\n  struct Inner {\n    int a;\n  };\n};\n';
  const derived = 'class Derived : public Base {\n  Inner one;\n  Inner two;\n  Inner three;\n};\n';
  repo.file('a.cpp', `${base}\nnamespace other {\n${base}\n${derived}}\n`);
  repo.commit();
  await cora(repo).index();
  const names = ['Inner', 'Base'];
  const alone = await withSymbols(repo, (context) => targets(context, names));
  await withSymbols(repo, async (context) => {
    expect(await targets(context, ['Inner'])).not.toEqual(alone);
    expect(await targets(context, names)).toEqual(alone);
  });
});
