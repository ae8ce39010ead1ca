/** Tells what is known of a packed index whose attestation was verified. */
import { type SafeRequest } from '../../net/fetchSafely.ts';
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
    sha256: string;
    /** The place of the bundle: a file, an address, or `GitHub`. */
    bundle: string;
}
export interface Signer {
    owner: string;
    repository: string;
    /** `.github/workflows/index.yml`; null for any workflow of the repository. */
    workflow: string | null;
    /** `refs/heads/main`; null for the default branch and every tag. */
    ref: string | null;
}
/** @throws CoraError USAGE */
export declare function readSigner(named: string): Signer;
/** The most bytes of a bundle, which usually has some ten thousand. */
export declare const MOST_BUNDLE_BYTES: number;
/** The end of the name of a bundle beside an artifact. */
export declare const BUNDLE_SUFFIX = ".sigstore.json";
export interface BundleText {
    text: Uint8Array;
    /** The place that it came from, without secrets. */
    from: string;
}
/** @returns null where there is none at that address @throws CoraError NETWORK, ABORTED */
export declare function fetchBundle(request: SafeRequest, from?: string): Promise<BundleText | null>;
/** @returns null where there is no such file @throws CoraError NOT_ATTESTED */
export declare function readBundleFile(file: string): Promise<BundleText | null>;
