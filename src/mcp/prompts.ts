/** What people pick from a menu of their client: questions that begin with an answer of Cora's. */

import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

interface Prompt {
  name: string;
  title: string;
  description: string;
  /** The one thing it asks for, and what that is. */
  argument: string;
  help: string;
  text(value: string): string;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'explain',
    title: 'How does this work?',
    description: 'Explains a feature of this repository, with places.',
    argument: 'question',
    help: 'What is to be explained, such as "how uploads are retried"',
    text: (question) =>
      `Explain from the code of this repository: ${question}\n\nUse the tool search first, then read and references where something is missing. Say for each claim where it stands (path:line). Say what you could not find.`,
  },
  {
    name: 'impact',
    title: 'What breaks if I change this?',
    description: 'Lists who depends on a name, with tests, before it is changed.',
    argument: 'name',
    help: 'A function, class, type or constant, such as "Store.open"',
    text: (name) =>
      `I want to change ${name}. Find its definition with the tool symbols, its users with references (mentions, then callers with depth 2), and its tests with related. List what has to change with it, what might break, and which tests to run; each with path:line. Change nothing.`,
  },
  {
    name: 'precedent',
    title: 'Is there something like this already?',
    description: 'Looks for existing code to reuse before something new is written.',
    argument: 'task',
    help: 'What you are about to write, such as "parse a duration like 5m30s"',
    text: (task) =>
      `Before I write it: does this repository already have code for this, or most of it: ${task}\n\nUse the tool search with several wordings, then related on the best result. Answer with what can be reused and how (path:line), what comes near and what is missing. If there is nothing, say so, and name the place and the conventions that new code should follow.`,
  },
];

export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, argument, help, text } of PROMPTS) {
    const argsSchema = z.object({ [argument]: z.string().min(1).describe(help) });
    server.registerPrompt(name, { title, description, argsSchema }, (args): GetPromptResult => {
      return { messages: [{ role: 'user', content: { type: 'text', text: text(args[argument]!) } }] };
    });
  }
}
