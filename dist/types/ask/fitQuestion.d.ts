/** A question, or a whole chat, as far as a prompt has room for it beside its sources. Pure. */
/** @returns the text, or its end: of a chat that is what is being asked */
export declare function fitQuestion(text: string, promptTokens: number): string;
