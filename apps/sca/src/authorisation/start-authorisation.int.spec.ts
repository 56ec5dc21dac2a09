import { randomUUID } from 'node:crypto';
import { openAuthorisationsMax } from '@nordgate/contracts/commands';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import { GetAuthorisations } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { anInitiator } from '../testing/an-authorisation.js';
import { goToApproval, setUp, wrongCode } from '../testing/psu-steps.js';
import { startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';
import { hashOf } from '../site/security/tokens.js';
import { linkToken } from '../testing/an-authorisation.js';

const { tpp } = anInitiator();

let instances: readonly [TestSca, TestSca];
beforeAll(async () => {
  const one = await startTestSca();
  instances = [one, await startTestSca({}, [], one.databaseUrl)];
  for (const sca of instances) setUp(sca);
});
afterAll(async () => {
  await instances[1].stop();
  await instances[0].stop();
});

interface Start {
  readonly id?: string;
  readonly first?: string;
  readonly at?: Date;
}

/** Asks one of the instances for a link of a payment; answers with the id, opened or not. */
async function start(paymentId: string, by: 0 | 1, { id, first, at }: Start = {}): Promise<string> {
  const own = id ?? randomUUID().replaceAll('-', '');
  const resource: AuthorisedResource = { kind: 'payment', paymentId };
  const data = {
    ...{ resource, initiator: anInitiator(), tokenHash: hashOf(linkToken) },
    ...defined({ first }),
  };
  const command = { type: 'StartAuthorisation', stream: `authorisation-${own}`, data };
  await instances[by].tell(command, at);
  return own;
}

const startMany = (paymentId: string, count: number, options: Start = {}) =>
  Promise.all(Array.from({ length: count }, (_, n) => start(paymentId, (n % 2) as 0 | 1, options)));

/** The ids of the links of a payment that are open. */
async function openOf(paymentId: string): Promise<string[]> {
  const query = new GetAuthorisations(tpp, 'payment', paymentId);
  const found = await instances[0].queries.ask(query);
  return found
    .filter(({ scaStatus }) => scaStatus !== 'failed' && scaStatus !== 'finalised')
    .map(({ authorisationId }) => authorisationId);
}

async function parkedIn({ database }: TestSca): Promise<number> {
  const { rows } = await database.pool.query('select 1 from es.parked');
  return rows.length;
}

describe('the links of one payment that two instances open at once', () => {
  it('are never more than twenty, and a refused one leaves nothing behind', async () => {
    const asked = await startMany('pay-many', 2 * openAuthorisationsMax + 5);
    const open = await openOf('pay-many');
    expect(open).toHaveLength(openAuthorisationsMax);
    const refused = asked.filter((id) => !open.includes(id));
    const { rows } = await instances[0].database.pool.query(
      'select 1 from es.event where stream_id = any($1)',
      [refused.map((id) => `authorisation-${id}`)],
    );
    expect(rows).toEqual([]);
    expect(await parkedIn(instances[0])).toBe(0);
  });

  it('are nineteen beside the first link of the payment', async () => {
    const first = await instances[0].open({
      resource: { kind: 'payment', paymentId: 'pay-first' },
    });
    await startMany('pay-first', openAuthorisationsMax + 5, { first });
    expect(await openOf('pay-first')).toHaveLength(openAuthorisationsMax);
  });

  it('take one place when the request is repeated', async () => {
    const id = randomUUID().replaceAll('-', '');
    await startMany('pay-repeated', openAuthorisationsMax + 5, { id });
    expect(await openOf('pay-repeated')).toEqual([id]);
    await startMany('pay-repeated', openAuthorisationsMax + 5);
    expect(await openOf('pay-repeated')).toHaveLength(openAuthorisationsMax);
  });
});

describe('a payment with twenty open links', () => {
  it('gets a new link once one has expired, though no sweep has ended it', async () => {
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000);
    await startMany('pay-late', openAuthorisationsMax, { at: elevenMinutesAgo });
    expect(await openOf('pay-late')).toEqual([]);
    await startMany('pay-late', openAuthorisationsMax + 5);
    expect(await openOf('pay-late')).toHaveLength(openAuthorisationsMax);
  });

  it('gets a new link once wrong codes have failed one', async () => {
    await startMany('pay-1', openAuthorisationsMax);
    const [one = ''] = await openOf('pay-1');
    const early = await start('pay-1', 0);
    expect(await openOf('pay-1')).not.toContain(early);
    const { browser, fields, id } = await goToApproval(instances[0], one);
    for (const by of [1, 2, 3]) {
      const code = wrongCode(fields.code, by);
      await browser.post(`/sign/${id}/approve`, { ...fields, code });
    }
    expect(await openOf('pay-1')).toHaveLength(openAuthorisationsMax - 1);
    const [next, late] = [await start('pay-1', 1), await start('pay-1', 0)];
    expect(await openOf('pay-1')).toContain(next);
    expect(await openOf('pay-1')).not.toContain(late);
  });
});
