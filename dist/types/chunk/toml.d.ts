/** TOML to keys with positions. A table `[a.b]` is a node of its own, b under the path a. */
import { type DataDocument } from './dataModel.ts';
/** @throws ParseError for what is not TOML, RangeError where values nest too deep */
export declare function tomlDocuments(text: string): DataDocument[];
