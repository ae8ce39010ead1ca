/** Text of a repository on a line of ours. Pure. */
/** Controls written out: `\n`, `\u001b`. */
export declare function oneLine(text: string): string;
