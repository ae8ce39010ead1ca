/** The tags of the AI's code view: informal XML, in which attributes are escaped and contents never are. Pure. */
/** `<NAME a="…" b="…">`; attributes without a value are left out. */
export declare function openTag(name: string, attributes: Readonly<Record<string, string | null>>): string;
/**
 * An element with a text as it is. Where the text itself holds a closing tag of ours, the element's name gets the least
 * number from 2 on that the text does not hold: `<cora:content-2>` … `</cora:content-2>`. So nothing is escaped, left out
 * or ambiguous, and the same text is always written alike.
 */
export declare function verbatimElement(name: string, text: string): string;
/** Text of ours and of a repository's on lines of a comment, which it cannot end. */
export declare function comment(lines: readonly string[]): string;
