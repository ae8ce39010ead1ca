/**
 * The address of a repository as a person types it: what it is, what it is called, where its clone goes. Everything that git would
 * take for an option, a command or another protocol is refused here. Pure.
 *
 *     git@github.com:org/name.git          ssh    github.com/org/name   github.com_org_name
 *     ssh://git@host:2222/org/name.git     ssh    host/org/name         host_org_name
 *     https://github.com/org/name          https  github.com/org/name   github.com_org_name
 *     file:///srv/git/name.git             file   srv/git/name          file_srv_git_name
 */
export interface Address {
    url: string;
    protocol: 'https' | 'ssh' | 'file';
    name: string;
    /** A file name, the same on every file system. */
    id: string;
}
/**
 * @returns null for what looks like a directory
 * @throws CoraError USAGE
 */
export declare function readAddress(text: string): Address | null;
/** A file name from any text; texts that only differ in what it cannot hold differ in a digest. */
export declare function idOf(text: string): string;
/** @throws CoraError USAGE for a branch that git would not take, or take for something else */
export declare function checkBranch(branch: string): string;
/** @throws CoraError USAGE for a name that could not be told from others, or from a path */
export declare function checkName(name: string): string;
