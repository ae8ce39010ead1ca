/**
 * Scripts and styles inside of HTML and of Vue's single-file components, as texts of their own languages: everything else
 * is blank in them, so that offsets and lines stay those of the file.
 */
import type { EmbeddedPart } from './languagesRow.ts';
/** @returns one text per language, in which all scripts and styles of that language are */
export declare function partsOfPage(text: string): EmbeddedPart[];
/** As of a page; but blocks of a component begin their lines, and a tag in its template is text. */
export declare function partsOfComponent(text: string): EmbeddedPart[];
