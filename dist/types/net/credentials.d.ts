/**
 * Says which variable of the environment holds a credential, and which hosts it is for. Nothing
 * else reads one, and nothing else makes a header of one. A host is the user's choice: a variable
 * or a typed address names it; what a repository brings (`origin`, its configuration, an answer, a
 * redirect) never does.
 */
import { type ErrorCode } from '../base/errors.ts';
import type { Environment } from '../base/types.ts';
/**
 * Each variable with the hosts that it goes to. docs/artifact.md shows this table, and
 * test/unit/docs/credentials.test.ts compares the two.
 */
export declare const CREDENTIALS: {
    readonly CORA_GITHUB_TOKEN: 'the GitHub that is pulled from or pushed to: api.github.com, or the Enterprise Server that GH_HOST, GITHUB_SERVER_URL or GITHUB_API_URL names. It comes before the others';
    readonly GITHUB_TOKEN: 'api.github.com; where GITHUB_API_URL names another API, that one';
    readonly GH_TOKEN: 'api.github.com';
    readonly GH_ENTERPRISE_TOKEN: 'the Enterprise Server that GH_HOST (GH_HOST=git.example.com), GITHUB_SERVER_URL or GITHUB_API_URL names';
    readonly GITHUB_ENTERPRISE_TOKEN: 'the same';
    readonly CORA_TOKEN: "nowhere: it is what clients of Cora's own server must send";
    readonly OPENAI_API_KEY: 'api.openai.com, or what CORA_OPENAI_BASE_URL or OPENAI_BASE_URL names; Codex gets it too, where you chose it to answer';
    readonly VOYAGE_API_KEY: 'api.voyageai.com, or what CORA_VOYAGE_BASE_URL names';
    readonly AZURE_STORAGE_TOKEN: "the account's own blob.core.windows.net, or what AZURE_STORAGE_ENDPOINT names, for an address az://… that you typed";
    readonly GOOGLE_STORAGE_TOKEN: 'storage.googleapis.com, or what GOOGLE_BASE_URL names, for an address gs://… that you typed';
};
export type CredentialName = keyof typeof CREDENTIALS;
export interface Credential {
    /** For messages. */
    readonly variable: string;
    readonly secret: string;
    readonly scheme: 'Bearer' | 'Basic';
    /** The only origins that the credential is sent to. */
    readonly origins: readonly string[];
}
/** Makes `Authorization`. @returns undefined where the credential is not for that address */
export declare function authorizationFor(url: URL, credential: Credential | undefined): string | undefined;
/** True if nobody can read a request on its way: it is encrypted, or stays on this machine. */
export declare function isPrivate(url: URL): boolean;
/**
 * Reads the key of a service.
 * @param url the service's own address, or what the user's environment says instead
 * @throws CoraError (`code`), also where others could read the key on its way
 */
export declare function keyFor(url: URL, env: Environment, variable: CredentialName, code: ErrorCode): Credential | undefined;
export declare const GITHUB_API = "https://api.github.com";
/** Assets of github.com are uploaded to a host of their own. */
export declare const GITHUB_UPLOADS = "https://uploads.github.com";
/** For messages. */
export declare const GITHUB_VARIABLES = "CORA_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN";
/**
 * Finds the GitHub API of a host, and the token for it.
 * @param host of a remote's address, in any spelling, with its port where it speaks HTTP
 * @returns where its API is, which gets a token only if the user named it (or it is github.com);
 * null for what is no host
 * @throws CoraError USAGE
 */
export declare function githubApi(host: string, env: Environment): {
    api: URL;
    credential: Credential | undefined;
    isNamed: boolean;
} | null;
/** Takes the user's name and password out of an address: they are for its host alone. */
export declare function credentialIn(url: URL): Credential | undefined;
