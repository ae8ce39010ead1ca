/** Lists: grouped by key, made of one value, and multiplied as vectors. Pure. */
export declare function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]>;
export declare function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void;
/** One value may stand without brackets: models and people write it so. */
export declare function listOf(value: string | readonly string[] | undefined): string[];
/** The dot product in float64 and in one order, so that every machine gets the same last digit. Pure. */
export declare function dot(a: Float32Array, b: Float32Array): number;
