/** What asks for memory inside the WebAssembly need not look whether it got some: whoever reads its results has to. */

export interface MemoryState {
  /** The last time it asked for more memory it got none. */
  isStarved: boolean;
  /** The last time it asked for more than it may have. */
  isOvergrown: boolean;
}

const PAGE = 65_536;

/** @param imports of a module that gets its memory from outside @param most bytes */
export function watchMemory(imports: WebAssembly.Imports, most: number, state: MemoryState): void {
  const { memory } = imports['env'] as { memory: WebAssembly.Memory };
  memory.grow = (pages) => {
    state.isOvergrown = memory.buffer.byteLength + pages * PAGE > most;
    if (state.isOvergrown) throw new RangeError('more memory than a text may have');
    state.isStarved = true;
    const before = WebAssembly.Memory.prototype.grow.call(memory, pages);
    state.isStarved = false;
    return before;
  };
}
