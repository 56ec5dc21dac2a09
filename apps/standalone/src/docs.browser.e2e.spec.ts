import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway } from '@nordgate/gateway/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { picture, startChromium } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';

const initiation = '#/single-payments/initiatepayment.payments';

describe('the page of the description in a browser', () => {
  let gateway: StubbedGateway;
  let chromium: TestChromium;
  let context: BrowserContext;
  let requested: Set<string>;
  let complaints: string[];
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await gateway.stop();
  });
  afterEach(() => context.close());

  /** The page at a place in the description; every address and every error of it is kept. */
  async function opened(screen: Screen, place = ''): Promise<Page> {
    context = await chromium.newPsu(screen);
    const page = await context.newPage();
    requested = new Set();
    complaints = [];
    page.on('request', (request) => requested.add(request.url()));
    page.on('console', (line) => {
      if (line.type() === 'error') complaints.push(line.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(`${gateway.url}/docs${place}`);
    return page;
  }

  const widths = (page: Page) =>
    page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');

  /** The only requests are for the page, its script and the description, and nothing was blocked. */
  function expectOwnHostOnly(): void {
    const paths = ['/docs', '/docs/redoc.js', '/v1/openapi.json'];
    const foreign = [...requested].filter(
      (url) =>
        !url.startsWith('data:') && !paths.some((path) => url.startsWith(gateway.url + path)),
    );
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requested).toContain(`${gateway.url}/v1/openapi.json`);
  }

  it('shows the journey of a TPP in its order on a desk, and loads from its own host only', async () => {
    const page = await opened('desk');
    await page.getByText('First contact').first().waitFor();
    const shown = await page.locator('body').innerText();
    const journey = [
      ...['Start here', 'Rules of every request', 'First contact'],
      ...['Consents and accounts', 'Payments', 'Baskets', 'Authorisations'],
      ...['Sandbox', 'About the bank'],
    ];
    const places = journey.map((name) => shown.indexOf(`\n${name}\n`));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const tables = page.locator('table').filter({ hasText: /14837530114|99970000018/ });
    expect(await tables.count()).toBe(2);
    const cells = await tables.locator('td code').all();
    const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
    // A number that breaks is as high as two lines.
    expect(boxes.filter((box) => box === null || box.height > 28)).toEqual([]);
    expect(await page.getByText('API docs by').isVisible()).toBe(false);
    await picture(page, 'desk', 'docs');
    expectOwnHostOnly();
  });

  it('has samples of an operation in curl and Python', async () => {
    const page = await opened('desk', initiation);
    await page.getByText('openssl dgst -sha256 -sign').first().waitFor();
    await page.getByText('curl', { exact: true }).first().click();
    await page.getByText('Python', { exact: true }).first().click();
    await page.getByText('load_pem_private_key').first().waitFor();
    expectOwnHostOnly();
  });

  it('is readable on a phone of 390 pixels without a horizontal scroll', async () => {
    const page = await opened('phone');
    await page.getByRole('heading', { name: 'Nordgate' }).first().waitFor();
    expect(await widths(page)).toEqual([390, 390]);
    await picture(page, 'phone', 'docs');
    await page.goto(`${gateway.url}/docs${initiation}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Initiates a payment' }).first().waitFor();
    expect(await widths(page)).toEqual([390, 390]);
    expectOwnHostOnly();
  });
});
