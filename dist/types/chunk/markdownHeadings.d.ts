/**
 * Headings of Markdown (and MDX): ATX, underlined, and `<h1>` on a line of its own. Fenced code, indented code, HTML
 * comments, quotes and front matter hold none.
 */
export interface Heading {
    /** Where the section begins, 1-based: the line of an overline or anchor above the title, else the title's. */
    startLine: number;
    line: number;
    /** 1 is outermost. */
    level: number;
    title: string;
}
export interface Outline {
    headings: Heading[];
    /** Last line of the front matter, 0 where there is none. */
    frontMatterEnd: number;
}
/** @param lines without \r */
export declare function markdownOutline(lines: readonly string[]): Outline;
/** What a reader sees of a title: without links, images, tags, emphasis and anchors. */
export declare function plainTitle(text: string): string;
