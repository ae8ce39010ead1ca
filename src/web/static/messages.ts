/** The words between the page and its worker. Types only. */

/** The page asks its worker as it would ask a server. */
export interface WorkerRequest {
  id: number;
  method: string;
  /** The path of the address, such as `/search`. */
  path: string;
  query: Record<string, string>;
  body: unknown;
}

export type ToWorker = WorkerRequest | { cancel: number };

/** How far an index is. */
export interface IndexState {
  id: string;
  /**
   * waiting: nobody asked for it yet; words: it answers by words and names until its vectors are
   * there; ready: as the command line does; lexical: by words and names for good; failed: see
   * `problem`.
   */
  phase: 'waiting' | 'opening' | 'words' | 'ready' | 'lexical' | 'failed';
  /** Bytes of what has to be there before it is ready, and how many of them are. */
  done: number;
  total: number;
  /** True where its server sent the whole file, because it knows no ranges. */
  isWhole: boolean;
  problem: string | null;
}

export type FromWorker =
  | { id: number; status: number; body: unknown }
  | { id: number; aborted: true }
  | { states: IndexState[] };
