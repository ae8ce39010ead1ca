/** How long ago something was, in one unit. Pure. */

const UNITS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** @param time ISO 8601 */
export function timeAgo(time: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return '—';
  for (const [length, unit] of UNITS) if (seconds >= length) return FORMAT.format(-Math.floor(seconds / length), unit);
  return 'just now';
}
