import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import {
  accountOf,
  aDomesticPayment,
  meetPsu,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { picture, startChromium, violationsOn } from './testing/chromium.js';
import type { TestChromium } from './testing/chromium.js';
import { approveOn, backAt, choosePrivate, logInAt } from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';

const sandbox = new URL('../../../libs/contracts/profiles/sandbox.yaml', import.meta.url);

/** The shortest time that a profile may give the PSU, and some for a busy machine. */
const oneMinute = 'timers: { approvalMinutes: 1 }';
const patienceMs = 130_000;

describe('a bank whose PSUs have a minute to approve', () => {
  let folder: string;
  let tppSite: TppSite;
  let test: TestBank;
  let chromium: TestChromium;
  let world: World;
  let customer: ListedCustomer;
  let context: BrowserContext;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-exits-'));
    const profileFile = join(folder, 'bank.yaml');
    await writeFile(profileFile, `${await readFile(sandbox, 'utf8')}\n${oneMinute}\n`);
    tppSite = await startTppSite();
    test = await startTestBank({ redirectUri: tppSite.redirectUri, profileFile });
    chromium = await startChromium();
    world = test.world();
    const [first] = await setUpSandbox(world);
    customer = first!;
    await meetPsu(world, customer);
  });
  afterAll(async () => {
    await chromium.close();
    await test.stop();
    await tppSite.stop();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => context.close());

  const opened = async (): Promise<Page> => {
    const debtorAccount = { bban: accountOf(customer), currency: 'NOK' };
    const body = aDomesticPayment({ debtorAccount });
    const { json } = await world.tpp.call({ method: 'POST', path: singlePath, body });
    context = await chromium.newPsu('phone');
    const page = await context.newPage();
    await logInAt(page, scaRedirectOf(json as object), customer);
    await choosePrivate(page);
    return page;
  };

  it('redirects a PSU to the TPP after the minute, without a script or a click', async () => {
    const page = await opened();
    await page.waitForURL((url) => url.origin === tppSite.origin, { timeout: patienceMs });
    expect((await backAt(page, tppSite.origin)).get('code')).toBe('SCA_EXPIRED');
  });

  it('shows a PSU the link back to the TPP when the bank has a fault', async () => {
    const page = await opened();
    const payments = await openDatabase({
      url: test.databaseUrl('payments'),
      applicationName: 'nordgate-test',
      migrations: [],
      poolMax: 1,
    });
    await payments.pool.query('alter table es.stream rename to away');
    try {
      await approveOn(page, 'Approve');
      await page.waitForLoadState();
      expect(new URL(page.url()).origin).not.toBe(tppSite.origin);
      expect(await violationsOn(page)).toEqual([]);
      await picture(page, 'phone', 'out-of-order');
      await page.getByRole('link').first().click();
      expect((await backAt(page, tppSite.origin)).get('code')).toBe('SYSTEM_ERROR');
    } finally {
      await payments.pool.query('alter table es.away rename to stream');
      await payments.close();
    }
  });
});
