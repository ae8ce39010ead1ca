/** Many events, one answer: whoever waits is woken when it has been quiet for a moment, or has rung for too long. */
/** Milliseconds. */
export interface Pace {
    /** A storm is over when nothing came for that long. */
    quiet: number;
    /** But no later than that after its first event. */
    longest: number;
}
export declare class Bell {
    #private;
    constructor(pace: Pace);
    /** Also while an earlier storm is answered: the next one begins with it. */
    ring(): void;
    /** @returns false where the signal ended the waiting */
    next(signal: AbortSignal): Promise<boolean>;
}
