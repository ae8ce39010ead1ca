/**
 * Chromium through playwright-core, which comes from test/servers as all that the end-to-end tests start. Each page reports what must
 * not happen in it: a dialog, an error on its console, a request to anybody but its own server, a violation of its policy.
 */

import { createRequire } from 'node:module';
import { afterAll, afterEach, expect } from 'vitest';
import { tempDir } from './tempRepo.ts';

/** As much of playwright's types as the tests use: its package is not installed where types are checked. */
export interface Locator {
  click(options?: object): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  pressSequentially(text: string, options?: { delay?: number }): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  count(): Promise<number>;
  isVisible(): Promise<boolean>;
  first(): Locator;
  last(): Locator;
  nth(at: number): Locator;
  locator(selector: string): Locator;
  getByRole(role: string, options?: object): Locator;
  getByText(text: string | RegExp): Locator;
  filter(options: object): Locator;
  waitFor(options?: { state?: 'attached' | 'detached' | 'visible' | 'hidden'; timeout?: number }): Promise<void>;
}

export interface Route {
  request(): { url(): string; method(): string; postData(): string | null };
  continue(): Promise<void>;
  abort(): Promise<void>;
  fulfill(answer: {
    status: number;
    contentType?: string;
    body?: string;
    headers?: Record<string, string>;
  }): Promise<void>;
}

export interface Page extends Pick<Locator, 'locator' | 'getByRole' | 'getByText'> {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  url(): string;
  title(): Promise<string>;
  getByLabel(text: string | RegExp): Locator;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  setDefaultTimeout(milliseconds: number): void;
  /** JavaScript as text: the page's types are not the tests'. */
  evaluate<T>(expression: string): Promise<T>;
  route(url: string, handler: (route: Route) => unknown): Promise<void>;
  unroute(url: string): Promise<void>;
  waitForRequest(url: RegExp): Promise<unknown>;
  addInitScript(script: { content: string }): Promise<unknown>;
  emulateMedia(media: { colorScheme?: 'light' | 'dark'; reducedMotion?: 'reduce' }): Promise<void>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: each event has an argument of its own
  on(event: string, listener: (value: any) => unknown): void;
  close(): Promise<void>;
}

interface BrowserContext {
  newPage(): Promise<Page>;
  grantPermissions(permissions: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface TestPage extends Page {
  /** What happened in it that must not, until now. */
  problems(): string[];
  /** What a test brings about, whenever it is said: errors of the console come long after what they are about can be seen. */
  expectProblems(kind: RegExp): void;
}

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Milliseconds. Only a test that fails waits so long. */
const PATIENCE = 60_000;

const packages = createRequire(new URL('../servers/package.json', import.meta.url));

let context: Promise<BrowserContext> | undefined;
const open: TestPage[] = [];

afterEach(async () => {
  const pages = open.splice(0);
  for (const page of pages) await page.close();
  for (const page of pages) expect(page.problems()).toEqual([]);
});

afterAll(async () => {
  await (await context)?.close();
});

/** A page of its own, in a browser that the test file shares. It is closed when the test ends, and its problems are looked at. */
export async function openPage(
  url: string,
  { colorScheme = 'light' }: { colorScheme?: 'light' | 'dark' } = {},
): Promise<TestPage> {
  context ??= startBrowser();
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const page: TestPage = Object.assign(await (await context).newPage(), {
    problems: () => seen.filter((text) => !expected.some((kind) => kind.test(text))),
    expectProblems: (kind: RegExp) => void expected.push(kind),
  });
  open.push(page);
  page.setDefaultTimeout(PATIENCE);
  watch(page, new URL(url).origin, (problem) => seen.push(problem));
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.addInitScript({
    content:
      'addEventListener("securitypolicyviolation", (event) => console.error("policy: " + event.violatedDirective))',
  });
  await page.goto(url);
  return page;
}

async function startBrowser(): Promise<BrowserContext> {
  const { chromium } = packages('playwright-core') as {
    chromium: { launchPersistentContext(folder: string, options: object): Promise<BrowserContext> };
  };
  const started = await chromium.launchPersistentContext(tempDir('cora-browser-'), {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
  });
  await started.grantPermissions(['clipboard-read', 'clipboard-write']);
  return started;
}

function watch(page: Page, origin: string, note: (problem: string) => void): void {
  page.on('console', (message: { type(): string; text(): string }) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  page.on('pageerror', (error: Error) => note(`error: ${error.message}`));
  page.on('dialog', (dialog: { message(): string; dismiss(): Promise<void> }) => {
    note(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('request', (request: { url(): string }) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) note(`asked ${url}`);
  });
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] }[];
}

/** @returns what axe-core calls serious or critical in the page as it is now */
export function seriousFindings(page: Page): Promise<string[]> {
  return findings(page, new Set(['serious', 'critical']));
}

/** @returns all that axe-core finds in the page as it is now, or what is as grave as that */
export async function findings(page: Page, impacts?: ReadonlySet<string>): Promise<string[]> {
  const { source } = packages('axe-core') as { source: string };
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.has(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}
