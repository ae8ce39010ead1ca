/** A service's key out of the environment. */
import { type ErrorCode } from '../errors.ts';
/** @returns undefined where the variable is unset or blank
 *  @throws CoraError of that code for what no header can carry: fetch would quote it in its own error */
export declare function readKey(env: Record<string, string | undefined>, variable: string, code: ErrorCode): string | undefined;
