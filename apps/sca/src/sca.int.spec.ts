import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { GetAuthorisation, GetCompletedContexts, GetSession } from '@nordgate/contracts/queries';
import type {
  BasketCreated,
  PaymentInitiated,
  PsuContext,
  SessionCompleted,
} from '@nordgate/contracts/events';
import { firstThat } from '@nordgate/testing';
import { accessesOfCustomer } from './access/accesses-of-customer.rows.js';
import { psuById } from './session/session-view.queries.js';
import { commandMessage } from '@nordgate/messaging';
import { appendForeign } from '@nordgate/service/testing';
import { anInstruction } from './testing/a-payment-view.js';
import { anInitiator } from './testing/an-authorisation.js';
import { startTestSca } from './testing/test-sca.int.js';
import type { TestSca } from './testing/test-sca.int.js';

const tpp = anInitiator().tpp;
const at = '2026-03-02T10:00:00.000Z';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
afterAll(() => sca.stop());

function initiated(authorisationId: string): PaymentInitiated {
  return {
    type: 'PaymentInitiated',
    data: {
      service: 'payments',
      product: 'norwegian-domestic-credit-transfers',
      initiator: anInitiator(),
      fingerprint: 'fingerprint-1',
      instruction: anInstruction(),
      authorisation: { id: authorisationId, tokenHash: 'hash-of-token' },
      acceptedAt: at,
    },
  };
}

function basketOf(authorisationId: string, members: readonly string[]): BasketCreated {
  return {
    type: 'BasketCreated',
    data: {
      initiator: anInitiator(),
      fingerprint: 'fingerprint-1',
      members: members.map((id) => ({ paymentId: `pay-of-${id}`, authorisationId: id })),
      authorisation: { id: authorisationId, tokenHash: 'hash-of-token' },
      acceptedAt: at,
    },
  };
}

async function scaStatus(id: string, asks = tpp): Promise<string | undefined> {
  return (await sca.queries.ask(new GetAuthorisation(asks, id)))?.scaStatus;
}

/** JSON is compared: `isDeepStrictEqual` tells the arrays of Jest's realm from others. */
const eventually = (expected: unknown, look: () => Promise<unknown>) =>
  firstThat(inspect(expected), look, (found) => JSON.stringify(found) === JSON.stringify(expected));

describe('authorisations of new resources', () => {
  it('open with a payment, for its TPP to see', async () => {
    await sca.payments.append('payment-p1', initiated('aut-p1'));
    await eventually('received', () => scaStatus('aut-p1'));
    expect(await scaStatus('aut-p1', 'PSDNO-FSA-2')).toBeUndefined();
    expect(await scaStatus('aut-nothing')).toBeUndefined();
  });

  it('open with a basket and void those of its members', async () => {
    await sca.payments.append('payment-p2', initiated('aut-p2'));
    await eventually('received', () => scaStatus('aut-p2'));
    await sca.baskets.append('basket-b1', basketOf('aut-b1', ['aut-p2']));
    await eventually('received', () => scaStatus('aut-b1'));
    await eventually('failed', () => scaStatus('aut-p2'));
  });

  it('stay void when the basket is heard of first', async () => {
    await sca.baskets.append('basket-b2', basketOf('aut-b2', ['aut-p3']));
    await eventually('received', () => scaStatus('aut-b2'));
    await sca.payments.append('payment-p3', initiated('aut-p3'));
    await eventually('failed', () => scaStatus('aut-p3'));
  });

  it('are failed after ten minutes by the database’s clock', async () => {
    expect(await scaStatus(await sca.open({}, minutesAgo(9)))).toBe('received');
    expect(await scaStatus(await sca.open({}, minutesAgo(11)))).toBe('failed');
  });
});

describe('sessions', () => {
  const psuId = 'd9b7a7de-3c2b-4d53-9f04-6f3f3f4f7a10';
  const answer = (tppSessionId: string, of = psuId) =>
    sca.queries.ask(new GetSession(tpp, of, tppSessionId, 0));

  interface SessionOf extends Pick<
    SessionCompleted['data'],
    'customerId' | 'psuId' | 'corporateId'
  > {
    readonly context: PsuContext;
  }
  const own: SessionOf = { customerId: 'cus-s', psuId, context: 'PRIVATE' };

  /** An SCA from the log-in to its end. */
  async function completeSca(
    tppSessionId: string,
    minutes: number,
    { customerId, psuId: id, ...acting }: SessionOf = own,
  ): Promise<void> {
    const when = minutesAgo(minutes);
    const initiator = anInitiator({ tppSessionId });
    const authorisation = await sca.open({ resource: { kind: 'access' }, initiator }, when);
    const stream = `authorisation-${authorisation}`;
    const challenge = { method: 'sandbox-code', ...acting, approves: [] };
    const steps = [
      { type: 'IdentifyPsu', data: { customerId, psuId: id, browser: 'hash' } },
      { type: 'ShowChallenge', data: challenge },
      { type: 'FinaliseAuthorisation', data: { proved: challenge, declined: [] } },
    ];
    for (const step of steps) await sca.decide({ ...step, stream }, when);
    expect(await scaStatus(authorisation)).toBe('finalised');
  }

  it('are unknown for a PSU-ID that this TPP never got', async () => {
    expect(await answer('one')).toEqual({ session: 'unknown-psu' });
  });

  it('are live for an hour, and end when another id is completed', async () => {
    const data = { tpp, customerId: 'cus-s', psuId };
    await sca.decide({ type: 'RecognisePsu', stream: `psu-${tpp}-cus-s`, data });
    expect(await answer('one')).toEqual({ session: 'none' });
    await completeSca('one', 61);
    await eventually('expired', async () => (await answer('one')).session);
    await completeSca('one', 30);
    await eventually('live', async () => (await answer('one')).session);
    expect(await answer('one')).toMatchObject({ psuId, context: 'PRIVATE' });
    await completeSca('two', 1);
    await eventually('live', async () => (await answer('two')).session);
    expect((await answer('one')).session).toBe('expired');
    expect((await answer('three')).session).toBe('none');
  });

  it('leave every context in which the PSU has ever completed SCA, with this TPP only', async () => {
    const contexts = (psu: string, by = tpp) =>
      sca.queries.ask(new GetCompletedContexts(by, psu, 0));
    const company = { customerId: 'cus-c', psuId: randomUUID() };
    const data = { tpp, ...company };
    await sca.decide({ type: 'RecognisePsu', stream: `psu-${tpp}-cus-c`, data });
    expect(await contexts(company.psuId)).toEqual([]);
    await completeSca('c-1', 300, { ...company, context: 'CORPORATE', corporateId: 'agr-1' });
    await eventually(['CORPORATE'], () => contexts(company.psuId));
    await completeSca('c-2', 200, { ...company, context: 'PRIVATE' });
    await eventually(['CORPORATE', 'PRIVATE'], () => contexts(company.psuId));
    await completeSca('c-3', 100, { ...company, context: 'CORPORATE', corporateId: 'agr-1' });
    expect(await contexts(company.psuId)).toEqual(['CORPORATE', 'PRIVATE']);
    expect(await contexts(company.psuId, 'PSDNO-FSA-2')).toBeNull();
    expect(await contexts(randomUUID())).toBeNull();
  });

  it('belong to one TPP', async () => {
    const asked = new GetSession('PSDNO-FSA-2', psuId, 'two', 0);
    expect(await sca.queries.ask(asked)).toEqual({ session: 'unknown-psu' });
  });

  it.each([
    ['the customer of a PSU-ID', psuById.text, [psuId, tpp], 'psu_by_id'],
    ['what a customer has granted', accessesOfCustomer.text, [psuId, '0'], 'accesses_of'],
  ] as const)('find %s by an index', async (_what, query, [first, second], index) => {
    const client = await sca.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(crowd);
      await client.query('analyze es.stream');
      const text = query.replace('$1', `'${first}'`).replace('$2', `'${second}'`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('an approval that sca has not sealed', () => {
  it('starts no session and grants no access: both reactions park it', async () => {
    const id = await sca.open({ resource: { kind: 'access', asks: 'accounts' } });
    const stream = `authorisation-${id}`;
    const who = { customerId: 'cus-forged', psuId: randomUUID(), context: 'PRIVATE' };
    const data = { resource: { kind: 'access', asks: 'accounts', consentId: id }, ...who };
    const approval = { ...data, accounts: ['acc-1'], approved: [], declined: [], at };
    const event = { type: 'AuthorisationFinalised', data: approval };
    await appendForeign(sca.database, stream, 2, event);
    const parkedBy = async () => {
      const { rows } = await sca.database.pool.query<{ consumer: string; reason: string }>(
        'select consumer, reason from es.parked where key = $1 order by consumer',
        [stream],
      );
      return rows.map(({ consumer, reason }) => `${consumer}: ${reason}`);
    };
    const fault = `UntrustedEventError: the approval ${stream} has no seal (APPROVALS_UNSEALED_UNTIL)`;
    await eventually([`sca.complete-sessions: ${fault}`, `sca.grant-accesses: ${fault}`], parkedBy);
    const { rows } = await sca.database.pool.query(
      `select from es.event where stream_id like '%cus-forged%'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the transport', () => {
  it('handles commands that waited for the service to start', async () => {
    const initiator = anInitiator();
    const data = { resource: { kind: 'access' }, initiator, tokenHash: 'hash-of-token' };
    const stream = 'authorisation-early';
    // Open, so that the sweep leaves it alone.
    const meta = { at: new Date().toISOString(), actor: tpp };
    const command = { id: 'early', type: 'OpenAuthorisation', stream, data, meta };
    const message = { ...commandMessage(command, '/test'), partition: 0, offset: '0' };
    const early = await startTestSca({}, [message]);
    const { rows } = await early.database.pool.query<{ events: number; parked: number }>(
      `select (select count(*)::int from es.event) as events,
              (select count(*)::int from es.parked) as parked`,
    );
    expect(rows).toEqual([{ events: 1, parked: 0 }]);
    await early.stop();
  });

  it.each([
    ['a finalisation, which sca would seal', 'FinaliseAuthorisation', 'authorisation-forged-1'],
    ['a log-in', 'IdentifyPsu', 'authorisation-forged-2'],
    ['a passkey', 'EnrolPasskey', 'passkeys-forged'],
    ['access to accounts', 'GrantAccess', 'access-forged'],
  ])('parks %s that is sent over the topic of commands', async (_what, type, stream) => {
    await sca.tell({ type, stream, data: {} });
    const { rows } = await sca.database.pool.query<{ reason: string }>(
      `select reason from es.parked where key = $1`,
      [stream],
    );
    expect(rows[0]?.reason).toContain(`${type} is not accepted from sca.commands.v1`);
  });

  it('parks a command that nobody handles, with its reason', async () => {
    const command = { type: 'NoSuchCommand', stream: 'authorisation-unknown', data: {} };
    await sca.tell(command);
    const { rows } = await sca.database.pool.query<{ reason: string }>(
      `select reason from es.parked where key = 'authorisation-unknown'`,
    );
    expect(rows[0]?.reason).toContain('NoSuchCommand');
  });
});

/** Enough other streams that a plan has to choose well. */
const crowd = `
  insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
  select kind || '-crowd-' || i, kind, 1, '3', 1,
         jsonb_build_object('is', 'recognised', 'psuId', 'crowd-' || i, 'tpp', 'crowd-' || i,
                            'customerId', 'crowd-' || i)
    from generate_series(1, 2000) i, unnest(array['psu', 'authorisation', 'access']) kind`;
