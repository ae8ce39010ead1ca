/** The best of many by score, ties by id: a function of the set, in whatever order its members come. Pure. */
interface Scored {
    score: number;
    chunkId: string;
}
/** @returns negative when `a` comes first */
export declare function compareScored(a: Scored, b: Scored): number;
/** Keeps the best `limit` of what is offered, in a heap whose root is the worst of them. */
export declare class BestOf<T extends Scored> {
    #private;
    constructor(limit: number);
    /** What scores below this is not kept: no need to make it. */
    get floor(): number;
    offer(one: T): void;
    /** Best first. */
    sorted(): T[];
}
export {};
