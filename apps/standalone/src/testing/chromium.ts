import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** The browser: this variable, else Debian's package without the window and its own pages. */
const executablePath = process.env['NORDGATE_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

/** Pictures of the pages, for people: not committed. */
export const artifacts = join(import.meta.dirname, '..', '..', '..', '..', 'artifacts');

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** The screens that the site is made for. */
export const screens = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

/** A real browser for one test file. */
export interface TestChromium {
  /** A PSU's browser without any history. */
  newPsu(screen: Screen, options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Starts Chromium. */
export async function startChromium(): Promise<TestChromium> {
  const browser: Browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return {
    async newPsu(screen, options = {}) {
      const context = await browser.newContext({
        ...screens[screen],
        locale: 'en-GB',
        ...options,
      });
      context.setDefaultTimeout(60_000);
      return context;
    },
    close: () => browser.close(),
  };
}

/** The accessibility violations of a page, by all rules of axe-core or by those of these names. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's Content-Security-Policy forbids scripts, so the rules are evaluated from outside.
  const isThere = await page.evaluate<boolean>(`'axe' in window`);
  if (!isThere) await page.evaluate(axeSource);
  const options = rules && { runOnly: { type: 'rule', values: rules } };
  const run = `axe.run(document, ${JSON.stringify(options ?? {})})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Saves a picture of the whole page in `artifacts/`. */
export async function picture(page: Page, screen: Screen, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}-${screen}.png`), fullPage: true });
}
