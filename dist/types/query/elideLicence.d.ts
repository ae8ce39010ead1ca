/**
 * Licence texts in the comments at the top of a file. Only their paragraphs: what the same comment says of the file stays.
 * Pure.
 *
 *     # Copyright 2024 The Authors       ┐
 *     # Licensed under the Apache …      ┘ found, where it has three lines or more
 *     #
 *     # Reads and writes tables.         not found
 */
import type { LineRange } from '../searchTypes.ts';
/** @param head the file's first lines */
export declare function findLicence(head: readonly string[]): LineRange[];
