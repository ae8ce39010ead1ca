/** What LanceDB reads of the environment of its process. */

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { quietLance } from '../../../src/store/lanceEnvironment.ts';

it('leads its dictionaries to a folder that cannot be, and leaves what the user has set', () => {
  const env: NodeJS.ProcessEnv = {};
  quietLance(env);
  expect(env).toEqual({ LANCEDB_LOG: 'error', LANCE_LANGUAGE_MODEL_HOME: expect.stringMatching(/none$/) });
  expect(existsSync(env['LANCE_LANGUAGE_MODEL_HOME']!)).toBe(false);
  const set = { LANCEDB_LOG: 'debug', LANCE_LANGUAGE_MODEL_HOME: '/models' };
  quietLance(set);
  expect(set).toEqual({ LANCEDB_LOG: 'debug', LANCE_LANGUAGE_MODEL_HOME: '/models' });
});
