/** What one definition has to do with another, in words, and which relation of several says most. Pure. */
import type { ChunkKind, ReferenceKind } from '../base/types.ts';
/** What one use of each kind is worth to a reader. */
export declare const KIND_WEIGHTS: Readonly<Record<ReferenceKind, number>>;
/** What the one that refers does: `calls Store.open`. @param target what is referred to: a constant may stand where types do */
export declare function useOf(kind: ReferenceKind, name: string, target: ChunkKind): string;
/** What is said of the one that is referred to: `called by Store.open`. */
export declare function usedBy(kind: ReferenceKind, user: string, target: ChunkKind): string;
/** `Store.open` */
export declare function titleOf({ name, scope }: {
    name: string;
    scope: readonly string[];
}): string;
