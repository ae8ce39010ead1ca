/**
 * The files that decide about others: .gitattributes, .coraignore, .cursorignore, of a tree and of the working tree.
 * A rule counts when it is written, not when it is committed; one that can't be read, such as a link, leaves what HEAD says.
 */
import type { TreeFile } from '../base/types.ts';
import { type Repository } from './repository.ts';
import type { PathContext } from './skipReasonOf.ts';
export declare const RULE_FILES: readonly ['.gitattributes', '.coraignore', '.cursorignore'];
/** Rule file → text, null for one that is gone: those that are not as a tree has them. */
export type ChangedRules = ReadonlyMap<string, string | null>;
export declare const NO_CHANGED_RULES: ChangedRules;
type ContextOf = (path: string) => PathContext;
/**
 * @param tree whose rules were read, or null
 * @returns true if attributes of the tree or the changed ones hold the word, or it is not known
 */
export declare function mentionedInRules(repo: Repository, tree: string | null, changed: ChangedRules, word: string): boolean;
/** @param files all of the tree */
export declare function rememberRuleFiles(repo: Repository, tree: string, files: readonly TreeFile[]): void;
/**
 * What the rule files say of a path.
 * @param tree null for none
 * @param files the ones that will be asked about
 * @param changed counts instead of what the tree says
 */
export declare function readRuleFiles(repo: Repository, tree: string | null, files: readonly TreeFile[], changed: ChangedRules, signal?: AbortSignal): Promise<ContextOf>;
export declare function isRuleFile(path: string): boolean;
/** @param changes all of the working tree */
export declare function changedRules(repo: Repository, changes: readonly {
    path: string;
}[]): ChangedRules;
/** Those that decide about these files, without asking git: texts that are as HEAD has them are among them. */
export declare function rulesAround(repo: Repository, files: readonly {
    path: string;
}[]): ChangedRules;
export {};
