import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { artifacts, screens, violationsOn } from './chromium.js';
import type { Screen } from './chromium.js';

/** Where the pictures of `npm run screenshots` are: not in git. */
const folder = join(artifacts, 'screenshots');

/** Beside the phone of the pictures: a smaller phone, and the narrowest screen in pixels (WCAG 2.2, 1.4.10). */
const narrower = [360, 320];

const overflowOf = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Runs in the page: every visible button with the distance to what is above it, when that is below 16 pixels. */
const tightButtons = `(() => {
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().height > 0;
  const hasText = (one) =>
    [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
  const boxes = '.choice, .card, .code, .problem, .mark, input:not([type=hidden]), button, .button';
  const things = [...document.querySelectorAll('body *')].filter(
    (one) => seen(one) && (one.matches(boxes) || hasText(one)),
  );
  return [...document.querySelectorAll('button, .button')].filter(seen).flatMap((button) => {
    const own = button.getBoundingClientRect();
    const gaps = things
      .filter((one) => !one.contains(button) && !button.contains(one))
      .map((one) => one.getBoundingClientRect())
      .filter(({ left, right }) => left < own.right && right > own.left)
      .filter(({ top }) => top < own.top)
      .map(({ bottom }) => own.top - bottom);
    const gap = Math.min(...gaps);
    return gap < 15.5 ? [button.textContent.trim() + ': ' + gap.toFixed(1) + ' at ' + innerWidth] : [];
  });
})()`;

/** The longest name of a payee. */
const longest = 70;

/**
 * Runs in the page: puts a word of 70 letters into every text, and returns the elements that then leave the
 * screen. Every text gets one, because names, references and addresses of others stand in many places.
 */
const leavingWords = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const shown = texts.filter(({ data, parentElement }) =>
    data.trim() !== '' && !parentElement.matches('script, style'));
  const before = shown.map(({ data }) => data);
  const closed = [...document.querySelectorAll('details:not([open])')];
  for (const one of closed) one.open = true;
  for (const one of shown) one.data = one.data + ' ' + 'X'.repeat(${String(longest)}) + ' ';
  const leaving = [...document.querySelectorAll('body *')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const isSeen = width > 0 && one.checkVisibility();
    return isSeen && (right > innerWidth + 0.5 || left < -0.5 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
  });
  const names = leaving.map((one) => one.localName + '.' + one.className + ' at ' + innerWidth);
  shown.forEach((one, index) => (one.data = before[index]));
  for (const one of closed) one.open = false;
  return names;
})()`;

/** Runs in the page: the labels and buttons of which a word is cut in two at the end of a line. */
const cutWords = `(() => {
  const range = document.createRange();
  const linesOf = (node, from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const parts = [...document.querySelectorAll('dt, legend, label strong, summary, button, .button')];
  return parts.filter((one) => one.checkVisibility()).flatMap((part) =>
    [...part.childNodes].filter(({ nodeType }) => nodeType === 3).flatMap((node) =>
      [...node.data.matchAll(/[^\\s-]+/g)]
        .filter(({ 0: word, index }) => linesOf(node, index, index + word.length) > 1)
        .map(([word]) => word + ' at ' + innerWidth)));
})()`;

/** What a template writes for a value that is not there. */
const holes = /\bundefined\b|\bnull\b|\bNaN\b|\[object [A-Z]/g;

/** What stands on a page in place of values that are not there. */
export async function holesOn(page: Page): Promise<readonly string[]> {
  return (await page.locator('body').innerText()).match(holes) ?? [];
}

/** Which pictures are taken: of every page in both colour schemes, of every page in one, or none. */
export type Pictures = 'all' | 'light' | 'none';

/** What a page does not do as every page has to; empty when all is well. */
export interface PageFaults {
  readonly language: string;
  /** Pixels by which the page is wider than a phone. */
  readonly overflow: number;
  /** Elements with a word of 70 letters that leave the screen. */
  readonly leaving: readonly string[];
  /** Buttons that stand nearer than 16 pixels to what is above them, each with the distance. */
  readonly tight: readonly string[];
  /** What stands in place of values that are not there. */
  readonly holes: readonly string[];
  /** Words of labels and buttons that are cut in two. */
  readonly cut: readonly string[];
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
  const overflows: number[] = [];
  const tight: string[] = [];
  const leaving: string[] = [];
  const cut: string[] = [];
  for (const width of [screens.phone.viewport.width, ...narrower]) {
    await page.setViewportSize({ ...screens.phone.viewport, width });
    overflows.push(await page.evaluate<number>(overflowOf));
    tight.push(...(await page.evaluate<string[]>(tightButtons)));
    cut.push(...(await page.evaluate<string[]>(cutWords)));
    leaving.push(...(await page.evaluate<string[]>(leavingWords)));
  }
  await page.setViewportSize(screens.phone.viewport);
  return {
    violations,
    tight,
    leaving,
    cut,
    holes: await holesOn(page),
    language: (await page.locator('html').getAttribute('lang')) ?? '',
    overflow: Math.max(...overflows),
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
