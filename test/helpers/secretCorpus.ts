/** A repository full of made-up credentials, and the check that a text holds none of them. */

import { expect } from 'vitest';
import { FORMS, type MadeUpSecret, madeUpSecrets } from './madeUpSecrets.ts';
import { type TempRepo, tempRepo } from './tempRepo.ts';

/** For each language some of the kinds, so that each kind is in several. */
export function corpus(): { repo: TempRepo; secrets: MadeUpSecret[]; files: number } {
  const repo = tempRepo();
  const secrets: MadeUpSecret[] = [];
  Object.entries(FORMS).forEach(([ending, write], at) => {
    const kinds = madeUpSecrets(100 + at);
    kinds.forEach((secret, kind) => {
      if ((kind + at) % 6 !== 0) return;
      secrets.push(secret);
      repo.file(`${ending}/part${kind}.${ending}`, write(secret.name, secret.value));
    });
  });
  return { repo, secrets, files: secrets.length };
}

export function mustHoldNone(secrets: readonly MadeUpSecret[], text: string): void {
  expect(secrets.filter(({ secret }) => text.includes(secret)).map(({ rule }) => rule)).toEqual([]);
}
