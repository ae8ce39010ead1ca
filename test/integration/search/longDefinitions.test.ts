/** A definition behind pages of documentation is cut into several chunks, and begins in the last: its name finds it. */

import { beforeAll, describe, expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const PARAGRAPH = '  An association is kept in a table of its own, and each side of it may be asked for the other.\n';
const FUNCTIONS = Array.from(
  { length: 12 },
  (_, at) => `  def other_${at}(many) do\n    many |> to_list() |> Enum.map(&many_to_many/1)\n  end\n`,
);
const SOURCE = [
  'defmodule Shop.Schema do\n',
  '  @doc """\n  Joins two schemas.\n\n',
  `${PARAGRAPH}\n`.repeat(90),
  '  """\n  defmacro many_to_many(name, queryable, opts \\\\ []) do\n',
  '    quote do\n      Shop.Schema.put(unquote(name), unquote(queryable), unquote(opts))\n    end\n  end\n\n',
  ...FUNCTIONS,
  'end\n',
].join('');

describe('a name that is asked for', () => {
  let repo: TempRepo;

  beforeAll(async () => {
    repo = tempRepo();
    repo.file('lib/schema.ex', SOURCE).file('README.md', '# many_to_many\n\nmany_to_many joins.\n').commit('a');
    await cora(repo).index();
  });

  it('is found where it is defined, behind its documentation', async () => {
    const line = SOURCE.split('\n').findIndex((text) => text.includes('defmacro many_to_many')) + 1;
    const { results } = await cora(repo).query('many_to_many');
    expect(results[0]).toMatchObject({ path: 'lib/schema.ex', symbol: 'many_to_many' });
    const { startLine, endLine } = results[0]!.chunk;
    expect(startLine < line && line <= endLine).toBe(true);
  });
});
