/** YAML to keys with positions: several documents, anchors and aliases left as they are written, nothing is resolved. */
import { type DataDocument } from './dataModel.ts';
/** @returns null where a document has an error. @throws RangeError where values nest too deep */
export declare function yamlDocuments(text: string): DataDocument[] | null;
