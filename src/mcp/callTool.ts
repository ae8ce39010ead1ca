/**
 * Runs the tools. Loaded with the first call: what a client is told before needs none of it.
 */

import type { CallToolResult } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { errorResult, resultOf } from './answer.ts';
import type { ToolCall, ToolProgram } from './tool.ts';
import type { ToolName } from './toolList.ts';
import { grep, read } from './tools/files.ts';
import { searchTool } from './tools/search.ts';
import { indexTool, statusTool } from './tools/status.ts';
import { references, relatedPlaces, symbols } from './tools/symbols.ts';

const PROGRAMS: { readonly [N in ToolName]: ToolProgram<N> } = {
  search: searchTool,
  read,
  grep,
  symbols,
  references,
  related: relatedPlaces,
  status: statusTool,
  index: indexTool,
};

/** Returns the schema of the data of a tool's answers. */
export function outputOf(name: ToolName): z.ZodObject {
  return PROGRAMS[name].output;
}

/** @param args as toolList.ts has read them */
export async function callTool(name: ToolName, args: never, call: ToolCall): Promise<CallToolResult> {
  try {
    return resultOf(await PROGRAMS[name].run(args, call), call);
  } catch (error) {
    return errorResult(error);
  }
}
