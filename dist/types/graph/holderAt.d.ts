/** The holder of a line: the definition, the block of a test that has a title (`test('opens', …)`, `it "opens" do`), the class whose head
 * it stands in. Pure. */
import type { ChunkKind } from '../base/types.ts';
import type { SourceFile } from './readFiles.ts';
export interface Holder {
    kind: ChunkKind;
    /** '' where it is a line alone. */
    symbol: string;
    scope: readonly string[];
    startLine: number;
    endLine: number;
    /** Its symbol is the title of a block. */
    isTitle?: boolean;
}
/** The class whose head the line is; of `impl Read for Socket` Socket, at this line. */
export declare function heirAt(file: SourceFile, line: number): Holder;
/** The function around a line; the block of a test that has a title; a class; else the line. */
export declare function holderAt({ definitions, lines, rows }: SourceFile, line: number): Holder;
/** A file of tests has helpers too. */
export declare function isTestBlock({ symbol, scope, isTitle }: Holder): boolean;
interface TestBlock {
    title: string;
    startLine: number;
    endLine: number;
}
/** @returns the block that opens on the line */
export declare function testBlockAt(lines: readonly string[], line: number): TestBlock | null;
export {};
