/** The dot product in float64 and in one order, so that every machine gets the same last digit. Pure. */
export declare function dot(a: Float32Array, b: Float32Array): number;
