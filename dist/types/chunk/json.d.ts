/** JSON and JSON with comments to keys with positions. A file that is not JSON as a whole gives null. */
import { type DataDocument } from './dataModel.ts';
/** @throws RangeError where values nest too deep for the parser's stack */
export declare function jsonDocuments(text: string): DataDocument[] | null;
