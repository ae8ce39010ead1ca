/** Points in time as people write them. Pure: what `now` is, is an argument. */
/**
 *     2024, 2024-05, 2024-05-01, 2024-05-01T12:00+02:00   its beginning (UTC where no offset is written)
 *     today, yesterday, 3 days ago, last week, two months  so long before now; a month has 30 days, a year 365
 *
 * @returns milliseconds since 1970, null for what is no date
 */
export declare function readDate(text: string, now: number): number | null;
