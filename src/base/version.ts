/** The names of the packages, and numbers that tell formats apart, with their history. */

/**
 * The place of the package cora-index, where it loaded this one: it says so before. LanceDB's
 * binaries are its dependencies, and package managers that keep packages apart let no other one see
 * them.
 */
export const INDEX_PACKAGE: string | undefined = (globalThis as Record<symbol, string>)[Symbol.for('cora-index')];
/** The package that was installed. */
export const PACKAGE_NAME = INDEX_PACKAGE === undefined ? 'cora-query' : 'cora-index';

/**
 * repo_state.json and the layout of the store.
 * 1: first. 2: files are in the views alone, and views may be written by difference. Others are
 * refused.
 */
export const FORMAT_VERSION = 2;

/**
 * The version of a chunk row: the chunker, the words, the row's schema. Another number is another
 * store beside the old one. 1: first. 2: Perl, R, Clojure, Nix, HCL and Terraform by their
 * grammars; CommonJS exports by their own names. 3: definitions that conditional parts cut, behind
 * annotations and macros, and identifiers of 65 to 500 letters. 4: more that macros hide in C and
 * C++, classes that are defined outside of their own, variants and associated types of Rust.
 */
export const CHUNKER_VERSION = 4;

/**
 * The version of how a row's vector is rounded (engine/byteVectors.ts). Another number is another
 * store beside the old one. 1: float16. 2: multiples of a power of two.
 */
const VECTOR_FORM = 2;

/**
 * The version of the rules for what is a secret and is written over (secrets/): a row made by other
 * rules is another row. Another number is another store beside the old one. 1: first. 2: names and
 * values apart, in tables, in Base64, in commands; 100 more issuers; services' keys by the
 * service's name.
 */
export const REDACTION = 2;

/**
 * The version of the columns that a row has beside those that its chunk is found by. Another number
 * is another store beside the old one. 1: first. 2: `frame`.
 */
const COLUMNS = 2;

/** Rows of equal fingerprints, and of one embedder, may stand in one store. */
export const CHUNKER_FINGERPRINT = `${CHUNKER_VERSION}.${VECTOR_FORM}.${REDACTION}.${COLUMNS}`;

/**
 * A packed artifact: its manifest and its members.
 * 1: first. 2: a plain tar archive, of which any part can be read where it lies. Older ones are
 * refused.
 */
export const ARTIFACT_VERSION = 2;

/** Replaced by the build with package.json's version. */
declare const CORA_VERSION: string | undefined;
export const TOOL_VERSION: string = typeof CORA_VERSION === 'undefined' ? '0.0.0-source' : CORA_VERSION;
