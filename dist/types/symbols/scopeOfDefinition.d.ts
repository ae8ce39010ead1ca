/**
 * The scope of a definition, which a row tells of its first one only. Where a member stands outside of its type, its own
 * line or the block around it says whose it is: `func (s *Server) Start()`, `void Server::start()`, `impl Server {`.
 */
import type { Definition } from '../types.ts';
export interface Place {
    definition: Definition;
    row: {
        symbol: string;
        scope: readonly string[];
    };
    /** Names of the definitions around it in the file. */
    chain: readonly string[];
    /** Lines of the file, comments and strings blanked. */
    code: readonly string[];
    language: string;
}
export declare function scopeOfDefinition({ definition, row, chain, code, language }: Place): string[];
