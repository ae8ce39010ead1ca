/** Texts where only the package that asks is installed. */

import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { ASKING, asTyped, asTypedWithout, BUILDING } from '../../../src/view/asTyped.ts';

describe('asTyped', () => {
  it('knows every command, once', () => {
    expect([...BUILDING, ...ASKING].sort()).toEqual([...Object.keys(COMMANDS), 'help'].sort());
  });

  it('names what can be typed without the package that builds', () => {
    expect(asTypedWithout('run: cora index --full, then cora query TEXT; cora in a container, cora.config.json')).toBe(
      'run: npx cora-index index --full, then cora-query query TEXT; cora in a container, cora.config.json',
    );
  });

  it('leaves texts alone where everything is installed, as here', () => {
    expect(asTyped('run: cora index')).toBe('run: cora index');
  });
});
