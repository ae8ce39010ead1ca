/** GET / and /assets/…: the web page. It holds no data and is open to everybody who reaches the server; it asks for the token itself. */

import type { AddRoutes } from '../apiTypes.ts';
import { createPage } from '../page.ts';

export const addPage: AddRoutes = (app) => {
  const page = createPage();
  app.get('/', (c) => page(c.req.raw));
  app.get('/assets/*', (c) => page(c.req.raw));
};
