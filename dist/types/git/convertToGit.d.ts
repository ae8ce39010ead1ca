/**
 * From the bytes on disk to the bytes that a commit would hold, without running a filter: character encoding, ends of
 * lines and `$Id$`, in this order, as git's convert.c does it (convert_to_git).
 */
import type { ConversionAttributes, ConversionSettings } from './conversionRules.ts';
/**
 * @param indexHasCrlf asked only where lines would be converted by guess: git leaves a file alone that the index already holds with CRLF
 * @returns null where the encoding is one that Cora does not convert
 */
export declare function convertToGit(bytes: Buffer, attributes: ConversionAttributes, { autocrlf }: Pick<ConversionSettings, 'autocrlf'>, indexHasCrlf: () => Promise<boolean>): Promise<Buffer | null>;
/** Whether git would find CRLF in text there. */
export declare function hasTextCrlf(bytes: Buffer): boolean;
