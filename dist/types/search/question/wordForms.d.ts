/** Short and long forms of the words that programs abbreviate. Pure. */
/** @param term stemmed @returns stemmed forms that mean the same */
export declare function otherForms(term: string): readonly string[];
