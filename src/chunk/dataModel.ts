/** What YAML, JSON and TOML have in common: keys with positions. Types and limits only. */

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

/** Deeper nodes are part of their parents. */
export const MAX_DEPTH = 24;
/** More than a name or a requirement needs. */
export const MAX_VALUE = 200;
