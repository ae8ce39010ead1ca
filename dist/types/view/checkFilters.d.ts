/** Languages and kinds that nothing can have: a typing error must not look like an empty answer. Every entry asks here. */
/** @throws CoraError USAGE that names the nearest right value */
export declare function checkFilters({ languages, kinds }: {
    languages?: readonly string[];
    kinds?: readonly string[];
}, of?: 'chunks' | 'mentions'): void;
