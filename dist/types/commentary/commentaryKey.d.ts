/** What is not paid for twice. */
export declare function commentaryKey(row: {
    contentHash: string;
    model: string;
    prompt: number;
}): string;
