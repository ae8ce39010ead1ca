/**
 * Makes a WebAssembly module count its own work: each call of one of its functions and each turn of a loop takes one from the
 * exported global `work`, and the module traps where it is below zero. So work is bounded, whatever the input, by a count that is
 * the same on every machine. Knows the instructions that compilers write for C (WebAssembly 1.0, bulk memory, references, sign
 * extension, tail calls); refuses others.
 *
 * Format: https://webassembly.github.io/spec/core/binary/
 */
/** The global that is exported: `{ value: number }`, an i32. */
export declare const WORK = "work";
/**
 * @param bytes a module that has sections of globals, exports and code
 * @throws Error where it is none, or holds an instruction that is not known here
 */
export declare function meterWasm(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
