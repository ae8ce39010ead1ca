/** Targets of links, images and includes in markup: Markdown, MDX, reStructuredText, AsciiDoc, HTML inside of them. */
export declare function isMarkup(language: string): boolean;
/** @returns targets inside the repository, without fragment and query */
export declare function markupLinks(line: string, language: string): string[];
