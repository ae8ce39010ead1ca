/** Each kind of credential in each place of a repository, whatever its characters are. */

import { describe, expect, it } from 'vitest';
import { redactBytes, redactText } from '../../../src/secrets/redact.ts';
import fc from '../../helpers/fastCheck.ts';
import { placedSecrets } from '../../helpers/secretPlaces.ts';
import { isSlow, quick } from '../../helpers/slow.ts';

const redacted = (text: string): string => Buffer.from(redactBytes(Buffer.from(text)).bytes).toString();

describe('credentials in places', () => {
  quick.it('are of more than 300 forms', () => {
    expect(new Set(placedSecrets(1).map(({ what }) => what)).size).toBeGreaterThan(300);
  });

  it('cannot be seen, wherever and whatever they are, and the rest is as it was', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.constantFrom('', '\ufeff', 'text before\n'),
        fc.constantFrom('', 'text behind\n'),
        (seed, before, behind) => {
          const left = placedSecrets(seed).filter(({ text, secret }) => {
            const whole = before + text + behind;
            const safe = redacted(whole);
            expect(safe.length).toBe(whole.length);
            expect(safe.startsWith(before) && safe.endsWith(behind)).toBe(true);
            expect(redacted(safe)).toBe(safe);
            return safe.includes(secret);
          });
          expect(left.map(({ what, text }) => `${what}: ${text}`)).toEqual([]);
        },
      ),
      { numRuns: isSlow ? 25 : 4 },
    );
  });

  quick.it('cannot be seen in the message of a commit', () => {
    for (const { what, text, secret } of placedSecrets(7)) {
      expect([what, redactText(`Fix the shop\n\n${text}`).includes(secret)]).toEqual([what, false]);
    }
  });

  quick.it('cannot be seen in UTF-16', () => {
    for (const { what, text, secret } of placedSecrets(8)) {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      expect([what, Buffer.from(redactBytes(bytes, 'utf-16le').bytes).toString('utf16le').includes(secret)]).toEqual([
        what,
        false,
      ]);
    }
  });
});
