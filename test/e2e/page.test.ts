/** The web page of `cora serve` in a real browser: searching, filters and the address, the keyboard, a file and its references. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { findings, openPage, seriousFindings, type TestPage } from '../helpers/startBrowser.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed } from './cliShell.ts';
import { type Server, startServer } from './httpClient.ts';

let repo: TempRepo;
let server: Server;

const COPIED = Array.from({ length: 12 }, (_, at) => `  const step${at} = amount * ${at};`).join('\n');

beforeAll(async () => {
  repo = tempRepo();
  repo.file(
    'src/store.ts',
    `/** Opens the store of a folder. */\nexport function openStore(folder: string): Store {\n  if (folder === '') throw new Error('no folder');\n  return new Store(folder);\n}\n\nexport class Store {\n  constructor(readonly folder: string) {}\n\n  /** Closes the store. */\n  close(): void {\n    releaseLock(this.folder);\n  }\n}\n\nexport function releaseLock(folder: string): string {\n  return folder;\n}\n`,
  );
  repo.file(
    'src/main.ts',
    `import { openStore } from './store.ts';\n\nexport function main(): void {\n  const store = openStore('here');\n  store.close();\n}\n`,
  );
  repo.file(
    'test/store.test.ts',
    `import { openStore } from '../src/store.ts';\n\nit('opens a store', () => {\n  openStore('here').close();\n});\n`,
  );
  for (const name of ['one', 'two'])
    repo.file(
      `src/copy/${name}.ts`,
      `export function payment(amount: number): number {\n${COPIED}\n  return amount;\n}\n`,
    );
  repo.file('scripts/deploy.py', `def deploy_everything(target):\n    """Deploys all of it."""\n    return target\n`);
  repo.file('src/gone.ts', 'export const gone = 1;\n').commit();
  repo.git('rm', '-q', 'src/gone.ts');
  repo.git('commit', '-qm', 'Nothing is gone');
  await indexed({ ...repo, env: { ...repo.env, CORA_EMBEDDER: 'hash' } });
  server = await startServer({ cwd: repo.dir, env: repo.env });
});

afterAll(() => server.stop());

const open = (hash = ''): Promise<TestPage> => openPage(`${server.url}/${hash}`);
const box = (page: TestPage) => page.getByRole('searchbox', { name: 'Search the code' });

/** Waits for words that go away by themselves: one who begins to look afterwards may be too late. */
async function whileItIsShown(page: TestPage, text: string, act: () => Promise<void>): Promise<void> {
  const shown = page.getByText(text).waitFor();
  await act();
  await shown;
}

async function found(page: TestPage, text: string): Promise<void> {
  await box(page).fill(text);
  await page.locator('.place').first().waitFor();
}

describe('a search', () => {
  it('answers while it is typed, with marks, line numbers and reasons', async () => {
    const page = await open();
    await box(page).pressSequentially('openStore', { delay: 20 });
    const first = page.locator('.result').first();
    await eventually(async () => expect(await first.locator('.place').textContent()).toContain('src/store.ts'));
    await eventually(async () => expect(await first.locator('mark').allInnerTexts()).toContain('openStore'));
    expect(await first.locator('.number').nth(1).getAttribute('data-line')).toMatch(/^\d+$/);
    expect(await first.locator('.why').textContent()).toMatch(/words/);
    expect(await page.locator('[role=status]').first().textContent()).toMatch(/\d results?/);
    expect(page.url()).toContain('#/search?q=openStore');
    await first.locator('.t-keyword').first().waitFor();
  });

  it('drops answers that come too late', async () => {
    const page = await open();
    await found(page, 'openStore');
    let asked: () => void = () => undefined;
    let answered: () => void = () => undefined;
    let letGo: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    page.expectProblems(/net::ERR_ABORTED/);
    await page.route('**/search', async (route) => {
      const isLate = route.request().postData()?.includes('deploy') === true;
      if (isLate) asked();
      if (isLate) await gate;
      // The page may have given it up.
      await route.continue().catch(() => undefined);
      if (isLate) answered();
    });
    await box(page).fill('deploy everything');
    await isAsked;
    await box(page).fill('releaseLock');
    const first = page.locator('.result').first();
    await eventually(async () => expect(await first.textContent()).toContain('releaseLock'));
    letGo();
    await isAnswered;
    // Whatever came of it has been drawn after a search that began later.
    await box(page).fill('releaseLock folder');
    await eventually(async () => expect(await first.locator('mark').allInnerTexts()).toContain('folder'));
    expect(await first.textContent()).not.toContain('deploy_everything');
  });

  it('keeps filters in the address, and Back undoes them', async () => {
    const page = await open('#/search?q=store');
    await page.locator('.place').first().waitFor();
    await page.getByLabel('Path').fill('test/');
    await eventually(async () =>
      expect(new Set(await page.locator('.place .folder').allInnerTexts())).toEqual(new Set(['test/'])),
    );
    expect(page.url()).toContain('path=test/');
    await page.reload();
    await eventually(async () => expect(await page.locator('.result').count()).toBe(1));
    expect(await page.getByLabel('Path').inputValue()).toBe('test/');
    await page.getByRole('button', { name: 'Clear' }).click();
    await eventually(async () => expect(await page.locator('.result').count()).toBeGreaterThan(1));
    await page.getByLabel('Language').selectOption('python');
    await eventually(async () => expect(page.url()).toContain('language=python'));
    await page.goBack();
    await eventually(async () => expect(page.url()).not.toContain('language='));
    await eventually(async () => expect(await page.getByLabel('Language').inputValue()).toBe(''));
  });

  it('says what could be less where nothing is found', async () => {
    const page = await open('#/search?q=store&language=python&path=nowhere/');
    await page.getByRole('heading', { name: /Nothing found/ }).waitFor();
    await page.getByRole('link', { name: /Without any filter/ }).click();
    await page.locator('.place').first().waitFor();
  });

  it('shows the commits of a file that is gone', async () => {
    const page = await open('#/search?q=who+deleted+gone.ts');
    await page.getByText('No code is shown').waitFor();
    expect(await page.locator('.history').textContent()).toContain('Nothing is gone');
    expect(await page.locator('.result').count()).toBe(0);
    expect(await page.getByText('Nothing found').count()).toBe(0);
  });

  it('folds the same text and names its other places', async () => {
    const page = await open('#/search?q=payment+amount');
    const first = page.locator('.result').first();
    await first.locator('summary').click();
    const names = `${await first.locator('.place').textContent()} ${await first.locator('details a').textContent()}`;
    expect(names).toContain('one.ts');
    expect(names).toContain('two.ts');
  });
});

describe('the keyboard', () => {
  it('goes through results, opens one and comes back to it', async () => {
    const page = await open('#/search?q=store');
    await page.locator('[data-result]').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.locator('.is-selected[data-result="1"]').waitFor();
    await page.keyboard.press('k');
    await page.locator('.is-selected[data-result="0"]').waitFor();
    await whileItIsShown(page, 'Path copied', () => page.keyboard.press('y'));
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^\S+\.ts:\d+$/);
    await page.keyboard.press('Enter');
    await page.locator('.file-head').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.place').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Repositories' }).waitFor();
  });

  it('opens files in the editor that was chosen', async () => {
    const page = await open('#/search?q=openStore');
    const link = page.locator('[data-editor]').first();
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^vscode://file${repo.dir}/src/store\\.ts:\\d+$`));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByLabel('Editor').selectOption('zed');
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await link.getAttribute('href')).toMatch(/^zed:\/\/file\//));
  });

  it('stays in a dialog, and goes back to where it was', async () => {
    const page = await open('#/repos');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await page.locator('dialog[open]').waitFor();
    for (let at = 0; at < 12; at++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add');
  });
});

describe('a file', () => {
  it('shows its code, its symbols and what refers to them', async () => {
    const page = await open('#/search?q=openStore');
    await page.locator('.place').first().click();
    await page.locator('#L2.is-focus').waitFor();
    // The outline is asked for beside the text.
    const names = ['openStore', 'Store', 'constructor', 'close', 'releaseLock'];
    await eventually(async () => expect(await page.locator('.outline-name').allInnerTexts()).toEqual(names));
    await eventually(async () => expect((await page.locator('.node.in').allInnerTexts()).join()).toContain('main'));
    const middle = page.locator('.node.middle a');
    expect(await middle.textContent()).toContain('openStore');
    expect(await middle.getAttribute('aria-current')).toBe('location');
    await page.locator('.outline a').filter({ hasText: 'releaseLock' }).click();
    await page.locator('#L16.is-focus').waitFor();
    await eventually(async () => expect((await page.locator('.node.in').allInnerTexts()).join()).toContain('close'));
    await page.locator('.node.in a').first().press('Enter');
    await eventually(async () =>
      expect(await page.locator('.outline a[aria-current]').textContent()).toContain('close'),
    );
  });

  it('that is not there says so', async () => {
    const page = await open('#/file?path=src/none.ts');
    page.expectProblems(/status of 4\d\d/);
    await page.getByRole('alert').waitFor();
  });

  it('lies open on a phone, with its references over it', async () => {
    const page = await open();
    await page.setViewportSize({ width: 380, height: 780 });
    await page.goto(`${server.url}/#/file?path=src/store.ts&lines=2-5`);
    await page.locator('#L2.is-focus').waitFor();
    await page.getByRole('button', { name: /References/ }).click();
    await page.locator('dialog .node.in').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

describe('everybody can use it', () => {
  const views: [name: string, hash: string, ready: string][] = [
    ['nothing asked', '#/search', '.nothing-asked'],
    ['results', '#/search?q=store', '.result .t-keyword'],
    ['nothing found', '#/search?q=store&language=cobol', '.notice'],
    ['a file', '#/file?path=src/store.ts&lines=2-5', '.node.in, .file-code .t-keyword'],
    ['sources without a model', '#/ask?q=who+opens+the+store', '.no-model'],
    ['repositories', '#/repos', '.repo'],
  ];
  const themes = ['light', 'dark'] as const;

  it.each(themes.flatMap((theme) => views.map((view) => [theme, ...view] as const)))(
    '%s: %s',
    async (colorScheme, _, hash, ready) => {
      const page = await openPage(`${server.url}/${hash}`, { colorScheme });
      await page.locator(ready).first().waitFor();
      for (const width of [1280, 768, 380]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findings(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    },
  );

  it.each(themes)('dialogs: %s', async (colorScheme) => {
    const page = await openPage(`${server.url}/#/repos`, { colorScheme });
    await page.getByRole('button', { name: 'Keys and settings' }).click();
    await page.locator('dialog[open]').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Re-index' }).click();
    await page.locator('dialog[open]').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
