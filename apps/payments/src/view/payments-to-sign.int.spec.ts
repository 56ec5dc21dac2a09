import { GetPaymentsToSign } from '@nordgate/contracts/queries';
import { projectionStatus, requestRebuild } from '@nordgate/event-store';
import type { StartWork } from '@nordgate/service';
import { anInstruction, authorisation, tpp } from '../testing/a-payment.js';
import { anAuthorisation } from '../testing/an-authorisation.js';
import { sealed } from '@nordgate/contracts/testing';
import { instructionHash } from '@nordgate/contracts/rules';
import { readUntil } from '@nordgate/service/testing';
import { toInitiate } from '../testing/payment-commands.js';
import { paymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';
import { paymentsToSignProjection } from './payments-to-sign.projection.js';
import { paymentsToSign } from './payments-to-sign.queries.js';

const hash = instructionHash(anInstruction);

let service: Parameters<StartWork>[0];
let payments: PaymentsOnABus;
beforeAll(async () => {
  const work: StartWork = (running) => {
    service = running;
    return { stop: () => Promise.resolve() };
  };
  payments = await paymentsOnABus({ work });
});
afterEach(async () => expect(await payments.parked()).toBe(0));
afterAll(() => payments.stop());

/** Somebody approves a payment on the page; the agreement wants so many signatures. */
async function approved(
  id: string,
  by: string,
  { corporateId, signers }: { readonly corporateId: string; readonly signers: 1 | 2 },
): Promise<void> {
  const resource = { kind: 'payment', paymentId: id } as const;
  const outcome = { approved: [{ paymentId: id, hash }], corporateId, signers };
  const { type, data } = anAuthorisation(resource).finalised(outcome);
  const event = { type, data: { ...data, customerId: by } };
  const stream = `${authorisation}-${id}-${by}-${String(signers)}`;
  await payments.happens('sca.events.v1', stream, 4, sealed(stream, event));
}

async function initiated(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await payments.send({ ...toInitiate(), id, stream: `payment-${id}` });
  }
}

const waiting = async (...agreements: readonly string[]) =>
  (await payments.ask(new GetPaymentsToSign(agreements, 0))).map(({ paymentId }) => paymentId);
const waits = (id: string, agreement: string) =>
  readUntil(
    () => waiting(agreement),
    (ids) => ids.includes(id),
  );
const typesOf = async (id: string) =>
  (await payments.eventsOf(`payment-${id}`)).map(({ type }) => type);

describe('payments that wait for a second signature', () => {
  it('are found by the agreement, until somebody else under it signs', async () => {
    await initiated('one', 'other', 'alone', 'untouched');
    await approved('one', 'customer-1', { corporateId: 'agreement-1', signers: 2 });
    await approved('other', 'customer-1', { corporateId: 'agreement-2', signers: 2 });
    await approved('alone', 'customer-1', { corporateId: 'agreement-1', signers: 1 });
    await waits('one', 'agreement-1');
    await waits('other', 'agreement-2');
    expect(await waiting('agreement-1')).toEqual(['one']);
    expect((await waiting('agreement-1', 'agreement-2')).sort()).toEqual(['one', 'other']);
    expect(await waiting('agreement-3')).toEqual([]);
    expect(await waiting()).toEqual([]);
    const [shown] = await payments.ask(new GetPaymentsToSign(['agreement-1'], 0));
    const signedBy = { customerId: 'customer-1', corporateId: 'agreement-1' };
    expect(shown).toMatchObject({
      initiator: { tpp },
      transactionStatus: 'PDNG',
      signedBy,
      hash,
    });
    await approved('one', 'customer-2', { corporateId: 'agreement-1', signers: 2 });
    await readUntil(
      () => waiting('agreement-1'),
      (ids) => ids.length === 0,
    );
    expect(await typesOf('one')).toEqual([
      'PaymentInitiated',
      'PaymentSigned',
      'PaymentAuthorised',
    ]);
    expect(await typesOf('alone')).toEqual(['PaymentInitiated', 'PaymentAuthorised']);
  });

  it('keep wanting two when the agreement wants one meanwhile, and take one of two who sign at once', async () => {
    await initiated('raced');
    await approved('raced', 'customer-1', { corporateId: 'agreement-4', signers: 2 });
    await waits('raced', 'agreement-4');
    await approved('raced', 'customer-1', { corporateId: 'agreement-4', signers: 1 });
    await Promise.all(
      ['customer-2', 'customer-3'].map((by) =>
        approved('raced', by, { corporateId: 'agreement-4', signers: 2 }),
      ),
    );
    await readUntil(
      () => typesOf('raced'),
      (types) => types.length === 3,
    );
    expect(await typesOf('raced')).toEqual([
      'PaymentInitiated',
      'PaymentSigned',
      'PaymentAuthorised',
    ]);
    const second = (await payments.eventsOf('payment-raced'))[2];
    expect(second?.data).toMatchObject({
      customerId: expect.stringMatching(/^customer-[23]$/) as string,
    });
  });

  it('are those of one generation of the sandbox', async () => {
    const inGeneration = async (generation: number) => {
      const found = await payments.ask(new GetPaymentsToSign(['agreement-6'], generation));
      return found.map(({ paymentId }) => paymentId);
    };
    const ids = ['before', 'after.1', 'after.11'];
    await initiated(...ids);
    for (const id of ids) {
      await approved(id, 'customer-1', { corporateId: 'agreement-6', signers: 2 });
    }
    await readUntil(
      () => inGeneration(11),
      (found) => found.length > 0,
    );
    expect(await inGeneration(0)).toEqual(['before']);
    expect(await inGeneration(1)).toEqual(['after.1']);
    expect(await inGeneration(11)).toEqual(['after.11']);
    expect(await inGeneration(2)).toEqual([]);
  });

  it('come in pages, each behind the last of the one before', async () => {
    await initiated('page-1', 'page-2', 'page-3');
    for (const id of ['page-1', 'page-2', 'page-3']) {
      await approved(id, 'customer-1', { corporateId: 'agreement-5', signers: 2 });
      await waits(id, 'agreement-5');
    }
    const all = await payments.ask(new GetPaymentsToSign(['agreement-5'], 0));
    expect(all).toHaveLength(3);
    for (const [at, { acceptedAt = '', paymentId }] of all.entries()) {
      const rest = new GetPaymentsToSign(['agreement-5'], 0, acceptedAt, paymentId);
      expect(await payments.ask(rest)).toEqual(all.slice(at + 1));
    }
  });

  it('are looked up by an index of the projection, never by a walk over all payments', async () => {
    const { database } = service;
    await database.pool.query(crowd);
    await database.pool.query('analyze es.stream; analyze payment_to_sign');
    const [sql, values] = paymentsToSign(
      database,
      new GetPaymentsToSign(['agreement-7'], 0),
    ).getQueryAndParameters();
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join();
    expect(plan).toContain('payment_to_sign_corporate_id_idx');
    expect(plan).not.toContain('Seq Scan on stream');
  });

  it('are shown as before by a projection that was rebuilt', async () => {
    await initiated('rebuilt');
    await approved('rebuilt', 'customer-1', { corporateId: 'agreement-rebuilt', signers: 2 });
    await waits('rebuilt', 'agreement-rebuilt');
    const { pool } = service.database;
    expect(await requestRebuild(pool, 'payments-to-sign')).toBe(true);
    await readUntil(
      async () => {
        expect(await waiting('agreement-rebuilt')).toEqual(['rebuilt']);
        return projectionStatus(pool, paymentsToSignProjection);
      },
      ({ state }) => state === 'following',
    );
    expect(await waiting('agreement-rebuilt')).toEqual(['rebuilt']);
  });
});

/** Enough payments, most of them without any signature, that a plan has to choose well. */
const crowd = `
  insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
  select 'payment-crowd-' || i, 'payment', 1, '3', 1, jsonb_build_object(
           'is', 'known', 'acceptedAt', '2030-01-01T00:00:00.000Z', 'status', 'PDNG')
    from generate_series(1, 20000) i;
  insert into payment_to_sign (stream, corporate_id)
  select 'payment-crowd-' || i, 'agreement-' || i % 997 from generate_series(1, 20000, 10) i`;
