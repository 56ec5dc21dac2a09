import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  accountOf,
  actAs,
  aPeriodicPayment,
  approveAt,
  clockOf,
  firstThat,
  grantAt,
  initiate,
  jsonWith,
  meetPsu,
  orderBetween,
  pageOf,
  periodicPath,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { Parties, World } from '@nordgate/testing';
import { visitConsole } from './testing/console-visitor.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

let test: TestBank;
beforeAll(async () => {
  test = await startTestBank();
});
afterAll(() => test.stop());

interface Order {
  readonly occurrences: readonly { readonly date: string }[];
}

/** A world with customers of whom one has met the TPP. */
async function begin(tppId: string): Promise<{ world: World; parties: Parties }> {
  const world = { ...test.world(), tpp: await test.newTpp(tppId) };
  const [debtor, creditor] = await setUpSandbox(world);
  if (debtor === undefined || creditor === undefined) throw new Error('no customers');
  await meetPsu(world, debtor);
  return { world, parties: { debtor, creditor } };
}

const isReady = (world: World) =>
  firstThat(
    'the clock is ready',
    () => clockOf(world),
    ({ state }) => state === 'ready',
    { limitMs: 120_000, everyMs: 50 },
  );

/** The pages of the console for the TPP of a world, in a browser without scripts. */
async function consoleOf({ tpp }: World) {
  const { browser, href } = await visitConsole(tpp);
  const page = async () => pageOf(await browser.open(`${href}/clock`));
  return {
    browser,
    page,
    /** The lines of the timeline without their times. */
    lines: async () => {
      const { html } = await page();
      return html.querySelectorAll('tbody tr').map((row) =>
        row
          .querySelectorAll('td')
          .slice(1)
          .map((cell) => cell.text.trim())
          .join(' | '),
      );
    },
  };
}

describe('the clock page of the console', () => {
  it('moves a world to the end of a consent, shows what happened on the way, and nothing of it to another TPP', async () => {
    const { world, parties } = await begin('PSDNO-FSA-890000001');
    const other = await begin('PSDNO-FSA-890000002');
    const asked = await world.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    const bbans = [accountOf(parties.debtor)];
    const link = scaRedirectOf(asked.json as object);
    actAs(world.tpp, await grantAt(world, link, parties.debtor, { bbans }));
    const { consentId } = asked.json as { readonly consentId: string };
    const start = daysLater(dayInOslo(new Date()), 3);
    const order = await initiate(
      world,
      periodicPath,
      aPeriodicPayment({
        ...orderBetween(parties),
        ...{ startDate: start, endDate: daysLater(start, 150), frequency: 'Monthly' },
        ...{ dayOfExecution: start.slice(8), executionRule: 'following' },
      }),
    );
    await approveAt(world, order.scaHref, parties.debtor);
    const left = await initiate(world, singlePath, orderBetween(parties));

    const shown = await consoleOf(world);
    const before = await shown.page();
    expect(before.text).toContain('The clock was not moved');
    const option = before.html.querySelector('select[name=until] option');
    expect(option?.text).toContain(consentId);
    const until = option?.getAttribute('value') ?? '';
    const moving = pageOf(await shown.browser.submit(before, { withField: 'until' }, { until }));
    expect([moving.status, moving.text]).toEqual([
      200,
      expect.stringMatching(/The clock moves|What happened/u),
    ]);
    const { now } = await isReady(world);
    expect(now >= until).toBe(true);

    const path = `${periodicPath}/${order.paymentId}`;
    const answer = await world.tpp.call({ method: 'GET', path });
    const { occurrences } = jsonWith<Order>(answer, 200);
    expect(occurrences.length).toBeGreaterThanOrEqual(5);
    expect(await statusOf(world, singlePath, left.paymentId)).toBe('RJCT');
    const lines = await shown.lines();
    const executed = occurrences.map(
      ({ date }) => `Executed, occurrence of ${date} | payment ${order.paymentId}`,
    );
    expect(lines.filter((line) => line.startsWith('Executed'))).toEqual(executed);
    expect(lines).toContain(`Rejected: not approved in time | payment ${left.paymentId}`);
    expect(lines).toContain(`A consent ended | consent ${consentId}`);
    expect(lines).toContain('The hour of a session was over | your sandbox');
    expect(lines).toContain('The time for an approval of a payment was over | your sandbox');
    expect(lines.filter((line) => line.startsWith('Run '))).toHaveLength(occurrences.length);
    expect((await shown.page()).html.querySelector('select[name=until]')).toBeNull();

    const strange = await consoleOf(other.world);
    expect((await strange.page()).text).toContain('The clock was not moved');
    const page = await strange.page();
    await strange.browser.submit(page, { withField: 'by' }, { by: 'P1D' });
    await isReady(other.world);
    const foreign = await strange.lines();
    expect(foreign).toEqual(['The hour of a session was over | your sandbox']);
  });

  it('goes to the next run, says that the clock moves, refuses a second move, and moves once for a form sent twice', async () => {
    const { world } = await begin('PSDNO-FSA-890000003');
    const { browser, page } = await consoleOf(world);
    const first = await page();
    const by = { by: 'next-run' };
    await Promise.all([1, 2].map(() => browser.submit(first, { withField: 'by' }, by)));
    const stale = await page();
    const { now } = await isReady(world);
    expect(Date.parse(now)).toBeGreaterThan(Date.now());
    await browser.submit(first, { withField: 'by' }, by);
    expect(Date.parse((await clockOf(world)).now) - Date.parse(now)).toBeLessThan(60_000);
    expect(stale.text).toContain('on the way to');

    const again = await page();
    const other = await page();
    const moved = browser.submit(again, { withField: 'by' }, { by: 'P1D' });
    await moved;
    const refused = pageOf(await browser.submit(other, { withField: 'by' }, { by: 'P1D' }));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('The clock of the sandbox is moving already.'),
    ]);
    await isReady(world);
  });
});
