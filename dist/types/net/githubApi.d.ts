/**
 * GitHub's REST protocol (version 2022-11-28): one question about one repository. The token goes to the API's host only: a download is a
 * redirect to a storage host, which is asked without it.
 */
import { CoraError } from '../base/errors.ts';
import { type Credential } from './credentials.ts';
import { type SafeRequest } from './fetchSafely.ts';
export interface GithubPlace {
    /** `https://api.github.com`, or what GITHUB_API_URL says. */
    api: URL;
    owner: string;
    repository: string;
    /** Undefined where there is none for that API. */
    credential: Credential | undefined;
}
export type Asking = Pick<SafeRequest, 'fetch' | 'log' | 'policy' | 'signal'>;
export declare const JSON_HEADERS: {
    accept: string;
    'x-github-api-version': string;
};
export interface Question {
    /** Below the repository. */
    path: string;
    method?: SafeRequest['method'];
    body?: unknown;
    asking: Asking;
    /** What a status that is no success means to the caller; null: nothing is there, and that is the answer. Else refusalOf says it. */
    refused?: (status: number) => CoraError | null;
}
/** @returns the answer's JSON; null for an empty one @throws CoraError NO_ARTIFACT for 404, NETWORK, ABORTED */
export declare function askGithub(place: GithubPlace, { path, method, body, asking, refused }: Question): Promise<unknown>;
/**
 * A list that comes in pages.
 * @param itemsIn the list in an answer; throws where there is none
 * @param most pages
 */
export declare function askPages(place: GithubPlace, question: Question, itemsIn: (answer: unknown) => unknown[], most: number): Promise<unknown[]>;
export declare function addressOf({ api, owner, repository }: GithubPlace, path: string): URL;
/** Says what to set for a token to be sent. */
export declare function lackOf({ api }: Pick<GithubPlace, 'api'>): string;
export declare function refusalOf(place: GithubPlace & {
    tag?: string;
}, url: URL, status: number): CoraError;
