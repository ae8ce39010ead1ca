/** Comments to documentation: the marks of all languages taken off, the words kept. */
/** @param comments their source text, in order; a docstring may come with its quotes */
export declare function docOf(comments: string[]): string;
