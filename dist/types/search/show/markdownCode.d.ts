/** Code in Markdown, whatever back-ticks it holds. Pure. */
/** Text in back-ticks, more of them than it holds in a row. */
export declare function inlineCode(text: string): string;
/** Text in a fence that is longer than any that it holds. */
export declare function fenced(text: string, language: string): string;
