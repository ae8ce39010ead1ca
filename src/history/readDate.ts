/** Points in time as people write them. Pure: what `now` is, is an argument. */

const UNITS: Readonly<Record<string, number>> = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 };
const DAY = 24 * 60 * 60 * 1000;
/** Where the day begins: of a day named by its date, and of yesterday. */
const ISO = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;
const SPAN =
  /^(?:(?:in )?the )?(?:last |past |this )?(?:(\d+|an?|one|two|three|few) )?(hour|day|week|month|year)s?(?: ago)?$/;
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, few: 3 };

/**
 *     2024, 2024-05, 2024-05-01, 2024-05-01T12:00+02:00   its beginning (UTC where no offset is written)
 *     today, yesterday, 3 days ago, last week, two months  so long before now; a month has 30 days, a year 365
 *
 * @returns milliseconds since 1970, null for what is no date
 */
export function readDate(text: string, now: number): number | null {
  const plain = text.trim().toLowerCase();
  if (plain === 'now') return now;
  if (plain === 'today') return now - (now % DAY);
  if (plain === 'yesterday') return now - (now % DAY) - DAY;
  const span = SPAN.exec(plain);
  if (span !== null) {
    const [, count = '1', unit] = span;
    return now - (NUMBERS[count] ?? Number(count)) * UNITS[unit!]! * DAY;
  }
  const iso = ISO.exec(text.trim().replace(/z$/, 'Z'));
  if (iso === null) return null;
  const [, year, month = '1', day = '1', time = '00:00', zone = 'Z'] = iso;
  const clock = time.padStart(time.indexOf(':') === 1 ? time.length + 1 : time.length, '0');
  const at = Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${zone}`);
  return Number.isNaN(at) ? null : at;
}
