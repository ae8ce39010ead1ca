/**
 * Scripts and styles inside of HTML and of Vue's single-file components, as texts of their own languages: everything else
 * is blank in them, so that offsets and lines stay those of the file.
 */
interface Part {
    language: string;
    text: string;
}
/** @returns one text per language, in which all parts of that language are */
export declare function embeddedParts(text: string): Part[];
export {};
