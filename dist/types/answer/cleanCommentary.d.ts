/**
 * What a language model said, or somebody's artifact says that it said, as one paragraph that is safe to store and to show:
 * no control characters, nothing that turns the direction of text or hides in it, no thinking aloud, of limited length.
 */
/** @returns '' where nothing is left */
export declare function cleanCommentary(said: string): string;
