/**
 * The packed index in a zip, such as GitHub makes of a workflow artifact. The zip is hostile input: no name in it is ever opened,
 * one member is written under a name of ours, and no more of it than its size promised.
 */
/**
 * @param target what is written, whole or not at all
 * @throws CoraError BAD_ARTIFACT where the zip does not hold exactly one packed index, or is not what it says
 */
export declare function extractPacked(zip: string, target: string): Promise<void>;
