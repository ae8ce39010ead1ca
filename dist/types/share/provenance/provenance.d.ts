/** Tells what is known of a packed index whose attestation was verified. */
export interface Provenance {
    /** OWNER/REPOSITORY, as the certificate spells it. */
    repository: string;
    /** `.github/workflows/index.yml` */
    workflow: string;
    ref: string;
    commit: string;
    /** The event that started the run: `push`, `schedule`, … */
    trigger: string;
    /** The address of the run; null where the certificate does not name it. */
    run: string | null;
}
export interface Attested extends Provenance {
    /** The SHA-256 of the file. */
    sha256: string;
    /** The place of the bundle: a file, an address, or `GitHub`. */
    bundle: string;
}
