/** YAML, JSON and TOML to keys with positions, each by the parser of a package. Nothing is resolved: anchors, aliases and dates
 * stay as they are written. Segments are made of the keys elsewhere. */
/** A key with its value, or an element of a list, on whole lines (1-based, inclusive). */
export interface DataNode {
    /** '' for an element of a list. */
    key: string;
    /** Keys of a path written at once, `[a.b.key]` in TOML; empty elsewhere. */
    above: string[];
    /** True for an element of a list. */
    isItem: boolean;
    startLine: number;
    endLine: number;
    /** Of a scalar, shortened; null for a map or list. */
    value: string | null;
    children: DataNode[];
}
export interface DataDocument {
    startLine: number;
    endLine: number;
    children: DataNode[];
}
/** @returns null where a document has an error. @throws RangeError where values nest too deep */
export declare function yamlDocuments(text: string): DataDocument[] | null;
/** @throws RangeError where values nest too deep for the parser's stack */
export declare function jsonDocuments(text: string): DataDocument[] | null;
/** @throws ParseError for what is not TOML, RangeError where values nest too deep */
export declare function tomlDocuments(text: string): DataDocument[];
