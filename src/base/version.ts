/** Names of the packages, and the version numbers of all formats with their history. */

/**
 * Where the package cora-index is, if it loaded this one; it sets this before. LanceDB's binaries
 * are dependencies of cora-index, and some package managers hide them from other packages.
 */
export const INDEX_PACKAGE: string | undefined = (globalThis as Record<symbol, string>)[Symbol.for('cora-index')];
/** The package that the user installed. */
export const PACKAGE_NAME = INDEX_PACKAGE === undefined ? 'cora-query' : 'cora-index';

/**
 * Views, blobs.json and the layout of the store.
 * 1: first. 2: files are in the views alone, and views may be written by difference. Others are
 * refused.
 */
export const FORMAT_VERSION = 2;

/**
 * repo_state.json.
 * 1 and 2 are those of FORMAT_VERSION. 3: the files that were left out are in parts. Cora reads 2
 * and 3.
 */
export const STATE_VERSION = 3;

/**
 * The version of chunk rows: of the chunker, the words and the row's schema. After a change Cora
 * makes a new store beside the old one. 1: first. 2: Perl, R, Clojure, Nix, HCL and Terraform by
 * their grammars; CommonJS exports by their own names. 3: definitions that conditional parts cut,
 * behind annotations and macros, and identifiers of 65 to 500 letters. 4: more that macros hide in
 * C and C++, classes that are defined outside of their own, variants and associated types of Rust.
 * 5: files whose names or parts multiply beyond any use are cut by lines. 6: rows mention types
 * wherever they stand, and a call behind nested brackets keeps its receiver. 7: each two letters of
 * a script without spaces are a word, and vowel signs are letters. 8: C# by a newer grammar, which
 * knows primary constructors, records and conditional parts.
 */
export const CHUNKER_VERSION = 8;

/**
 * The version of how a row's vector is rounded (engine/byteVectors.ts). After a change Cora makes a
 * new store beside the old one. 1: float16. 2: multiples of a power of two.
 */
const VECTOR_FORM = 2;

/**
 * The version of the rules that find secrets (secrets/). Secrets are overwritten before chunking,
 * so other rules make other rows. After a change Cora makes a new store beside the old one. 1:
 * first. 2: names and values apart, in tables, in Base64, in commands; 100 more issuers; services'
 * keys by the service's name.
 */
export const REDACTION = 2;

/**
 * The version of a row's columns that no search reads. After a change Cora makes a new store beside
 * the old one. 1: first. 2: `frame`.
 */
const COLUMNS = 2;

/** Rows with the same fingerprint and the same embedder may stand in one store. */
export const CHUNKER_FINGERPRINT = `${CHUNKER_VERSION}.${VECTOR_FORM}.${REDACTION}.${COLUMNS}`;

/**
 * A packed artifact: its manifest and its members.
 * 1: first. 2: a plain tar archive, of which any part can be read where it lies. Older ones are
 * refused.
 */
export const ARTIFACT_VERSION = 2;

/** The build replaces this by a hash of the code that chooses files. */
declare const CORA_SELECTION: string | undefined;
/** Names the code that chooses files: what another one chose is chosen again. */
export const SELECTION: string = typeof CORA_SELECTION === 'undefined' ? 'source' : CORA_SELECTION;

/** The build replaces this by the version in package.json. */
declare const CORA_VERSION: string | undefined;
export const TOOL_VERSION: string = typeof CORA_VERSION === 'undefined' ? '0.0.0-source' : CORA_VERSION;
