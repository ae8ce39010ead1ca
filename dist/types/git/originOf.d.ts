/** Where a repository came from, as it may be shown and stored: without passwords and tokens. */
import type { Repository } from './repository.ts';
/** The address of `origin`, or of the first remote by name; '' where there is none. */
export declare function originOf(repo: Repository): Promise<string>;
/**
 *     https://me:token@example.com/a/b.git?key=1 → https://example.com/a/b.git
 *     ssh://git:secret@example.com/a/b.git       → ssh://git@example.com/a/b.git
 *     git@example.com:a/b.git                    → the same
 */
export declare function withoutCredentials(url: string): string;
