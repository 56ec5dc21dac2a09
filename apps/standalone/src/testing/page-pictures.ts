import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { artifacts, screens, violationsOn } from './chromium.js';
import type { Screen } from './chromium.js';

/** Where the pictures of `npm run screenshots` are: not in git. */
const folder = join(artifacts, 'screenshots');

/** Which pictures are taken: of every page in both colour schemes, of every page in one, or none. */
export type Pictures = 'all' | 'light' | 'none';

/** What a page does not do as every page has to; empty when all is well. */
export interface PageFaults {
  readonly language: string;
  /** Pixels by which the page is wider than a phone. */
  readonly overflow: number;
  /** The accessibility violations on a phone, each with its colour scheme. */
  readonly violations: readonly string[];
}

/** How a page is looked at. */
interface Look {
  readonly language: string;
  readonly name: string;
  readonly pictures: Pictures;
  /** Whether accessibility is checked, in both colour schemes. */
  readonly isChecked: boolean;
}

/** Looks at a page on a phone, and takes pictures of it on each screen. */
export async function lookAt(
  page: Page,
  { language, name, pictures, isChecked }: Look,
): Promise<PageFaults> {
  const schemes = { all: ['light', 'dark'], light: ['light'], none: [] } as const;
  for (const scheme of schemes[pictures]) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const screen of Object.keys(screens) as Screen[]) {
      await page.setViewportSize(screens[screen].viewport);
      mkdirSync(join(folder, language), { recursive: true });
      const path = join(folder, language, `${name}-${screen}-${scheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize(screens.phone.viewport);
  const violations = isChecked ? await violationsInSchemes(page) : [];
  return {
    violations,
    language: (await page.locator('html').getAttribute('lang')) ?? '',
    overflow: await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  };
}

/** The violations in both colour schemes, of which the dark one differs in its colours only. */
async function violationsInSchemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOn(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: null });
  return [...light.map((one) => `light: ${one}`), ...dark.map((one) => `dark: ${one}`)];
}
