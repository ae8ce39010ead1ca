/** Numbers that tell formats apart, with their history. */
/**
 * repo_state.json and the layout of the store.
 * 1: first.
 */
export declare const FORMAT_VERSION = 1;
/** The oldest format that this version reads. */
export declare const READ_MIN_FORMAT = 1;
/**
 * What a chunk row is: the chunker, the words, the row's schema. Another number is another store beside the old one.
 * 1: first.
 */
export declare const CHUNKER_VERSION = 1;
/**
 * What is taken for a secret and written over (secrets/): a row made by other rules is another row. Another number is another
 * store beside the old one.
 * 1: first.
 * 2: names and values apart, in tables, in Base64, in commands; 100 more issuers; services' keys by the service's name.
 */
export declare const REDACTION = 2;
/** Rows of equal fingerprints, and of one embedder, may stand in one store. */
export declare const CHUNKER_FINGERPRINT = "1.2.2.2";
/**
 * A packed artifact: its manifest and its members.
 * 1: first.
 */
export declare const ARTIFACT_VERSION = 1;
/** The oldest artifact that this version reads. */
export declare const ARTIFACT_READ_MIN = 1;
export declare const TOOL_VERSION: string;
