/** Tells an artifact from a tar archive of a store, by its first member. */
/** False for anything that cannot be read as an archive. */
export declare function isArtifact(file: string): Promise<boolean>;
