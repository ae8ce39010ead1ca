import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SCRIPTS } from '../../../src/cli/commands/completion.ts';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { CHUNK_KINDS, MENTION_KINDS } from '../../../src/settings/optionSpec.ts';

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _cora; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['--norc', '-c', `${SCRIPTS.bash()}\n${ask}`, 'bash', ...words],
    { encoding: 'utf8' },
  );
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion for bash', () => {
  it('offers commands, their words and their options', () => {
    expect(offered('cora', 'in')).toEqual(['init', 'index']);
    expect(offered('cora', 'hooks', '')).toEqual(expect.arrayContaining(['install', 'uninstall', 'status', 'run']));
    expect(offered('cora', 'query', '--co')).toEqual(['--context', '--commits', '--committed', '--color']);
    expect(offered('cora', 'doctor', '--f')).toEqual(['--fix']);
  });

  it('offers the values of an option that has choices', () => {
    expect(offered('cora', 'query', '--format', '')).toEqual(['text', 'json', 'jsonl', 'markdown', 'xml']);
    expect(offered('cora', 'query', '--mode', 'v')).toEqual(['vectors']);
    expect(offered('cora', 'symbols', '--kind', '')).toEqual([...CHUNK_KINDS]);
    expect(offered('cora', 'query', '--kind', '=', 'fu')).toEqual(['function']);
    expect(offered('cora', 'refs', '--kind', '=')).toEqual([...MENTION_KINDS]);
    expect(offered('cora', 'query', '--lang', 'ty')).toEqual(['typescript']);
    expect(offered('cora', 'query', '-l', 'ty')).toEqual(['typescript']);
  });

  it('offers commands after help', () => {
    expect(offered('cora', 'help', 'qu')).toEqual(['query']);
  });

  it('offers nothing of its own where a file is wanted', () => {
    expect(offered('cora', 'verify', 'some')).toEqual([]);
  });
});

describe.each(Object.entries(SCRIPTS))('the script for %s', (_, script) => {
  it('knows every command', () => {
    for (const name of Object.keys(COMMANDS)) expect(script()).toContain(name);
  });
});
