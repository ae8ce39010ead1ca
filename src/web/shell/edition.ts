/** The build of `cora pages` puts static/edition.ts in the place of this module. */

export interface Edition {
  /** True where nothing behind the page answers: no questions to a model, no jobs, no HEAD. */
  isStatic: boolean;
  /** The question that a page asks when nothing answers any more. */
  gone: string;
  /** Says what the page keeps, and whom it talks to. */
  manners: string;
}

export const edition: Edition = {
  isStatic: false,
  gone: 'The server does not answer. Is cora serve still running?',
  manners: 'Kept in this browser. The page talks to its own server and to nothing else.',
};
