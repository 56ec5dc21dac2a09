import { randomUUID } from 'node:crypto';
import {
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  approveAt,
  codesOf,
  declineAt,
  eventually,
  failAt,
  firstThat,
  meetPsu,
  periodicPath,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  tryToApproveAt,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const straksPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const basketsPath = '/v1/signing-baskets';
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

interface Made {
  readonly paymentId: string;
  readonly scaHref: string;
}

describe('payments and baskets after their initiation', () => {
  let test: TestBank;
  let world: World;
  let customer: ListedCustomer;
  let to: string;
  beforeAll(async () => {
    test = await startTestBank();
    world = test.world();
    const [first, second] = await setUpSandbox(world);
    customer = first!;
    to = accountOf(second);
    await meetPsu(world, customer);
  });
  afterAll(() => test.stop());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, headers: object = {}) =>
    world.tpp.call({ method, path, headers: { ...fix, ...headers } });
  const post = (path: string, body: object) => world.tpp.call({ method: 'POST', path, body });
  const own = () => ({
    debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
    creditorAccount: { bban: to, currency: 'NOK' },
  });
  const made = async (path = singlePath, body = aDomesticPayment(own())): Promise<Made> => {
    const { json } = await post(path, body);
    const { paymentId } = json as Made;
    return { paymentId, scaHref: scaRedirectOf(json as object) };
  };
  const approved = async (): Promise<Made> => {
    const payment = await made();
    await approveAt(world, payment.scaHref, customer);
    return payment;
  };
  const basketOf = async (...payments: readonly Made[]) => {
    const paymentIds = payments.map(({ paymentId }) => paymentId);
    const { json } = await post(basketsPath, { paymentIds });
    const { basketId } = json as { basketId: string };
    return { basketId, scaHref: scaRedirectOf(json as object) };
  };
  const statusAt = async (path: string) =>
    ((await call('GET', `${path}/status`)).json as { transactionStatus?: string })
      .transactionStatus;
  const told = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];

  describe('DELETE of a payment', () => {
    it.each([
      ['single', singlePath, aDomesticPayment],
      ['instant', straksPath, aDomesticPayment],
      ['periodic', periodicPath, aPeriodicPayment],
    ] as const)('cancels an unapproved %s payment', async (_what, path, body) => {
      const { paymentId } = await made(path, body(own()));
      const request = { 'x-request-id': randomUUID() };
      const answer = await call('DELETE', `${path}/${paymentId}`, request);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await statusAt(`${path}/${paymentId}`)).toBe('CANC');
      expect((await call('DELETE', `${path}/${paymentId}`, request)).status).toBe(204);
      expect(told(await call('DELETE', `${path}/${paymentId}`))).toEqual([409, 'CONFLICT']);
    });

    it('answers a repeat with the same link', async () => {
      const { paymentId } = await approved();
      const request = { 'x-request-id': randomUUID() };
      const [first, second] = [
        await call('DELETE', `${singlePath}/${paymentId}`, request),
        await call('DELETE', `${singlePath}/${paymentId}`, request),
      ];
      expect(second.json).toEqual(first.json);
    });

    it('invalidates the earlier links', async () => {
      const { paymentId, scaHref } = await made();
      await call('DELETE', `${singlePath}/${paymentId}`);
      const back = await failAt(world, scaHref, customer);
      expect(back.searchParams.get('code')).toBe('CONFLICT');
      expect(await statusAt(`${singlePath}/${paymentId}`)).toBe('CANC');
    });

    it('of another TPP’s payment is 404', async () => {
      const { paymentId } = await made();
      const other = await test.newTpp('PSDNO-FSA-999900077');
      const path = `${singlePath}/${paymentId}`;
      expect(told(await other.call({ method: 'DELETE', path }))).toEqual([404, 'RESOURCE_UNKNOWN']);
    });
  });

  describe('the redirect after an approval', () => {
    const approve = async (href: string) =>
      (await tryToApproveAt(world, href, customer)).searchParams;

    it('is PAYMENT_FAILED from an account that the PSU may not debit, and the payment is RJCT', async () => {
      const foreign = { ...own(), debtorAccount: { bban: to, currency: 'NOK' } };
      const creditorAccount = { bban: accountOf(customer), currency: 'NOK' };
      const body = aDomesticPayment({ ...foreign, creditorAccount });
      const { paymentId, scaHref } = await made(singlePath, body);
      const { searchParams } = await declineAt(world, scaHref, customer);
      expect(searchParams.get('code')).toBe('PAYMENT_FAILED');
      expect(searchParams.has('psu-id')).toBe(false);
      expect(await statusAt(`${singlePath}/${paymentId}`)).toBe('RJCT');
    });

    it('is a success only for one of two links that approve at once', async () => {
      const { paymentId, scaHref } = await made();
      const path = `${singlePath}/${paymentId}`;
      const second = await call('POST', `${path}/authorisations`);
      const links = [scaHref, scaRedirectOf(second.json as object)];
      const ways = await Promise.all(links.map(approve));
      expect(ways.filter((query) => query.has('psu-id'))).toHaveLength(1);
      expect(ways.filter((query) => query.get('code') === 'CONFLICT')).toHaveLength(1);
      expect(await statusAt(path)).toBe('ACTC');
    });

    it('agrees with the payment when the TPP deletes it at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { paymentId, scaHref } = await made();
        const path = `${singlePath}/${paymentId}`;
        const [query] = await Promise.all([approve(scaHref), call('DELETE', path)]);
        const isCancelled = (await statusAt(path)) === 'CANC';
        expect([query.has('psu-id'), query.get('code')]).toEqual(
          isCancelled ? [false, 'CONFLICT'] : [true, null],
        );
      }
    });
  });

  describe('the authorisations of a payment', () => {
    const listAt = async (path: string, list = 'authorisations') =>
      ((await call('GET', `${path}/${list}`)).json as { authorisationIds: readonly string[] })
        .authorisationIds;
    const stateAt = async (path: string, id: string, list = 'authorisations') =>
      (await call('GET', `${path}/${list}/${id}`)).json;

    it('start with the first one, which ends finalised', async () => {
      const { paymentId, scaHref } = await made();
      const path = `${singlePath}/${paymentId}`;
      const [id = ''] = await listAt(path);
      expect(await stateAt(path, id)).toMatchObject({ scaStatus: 'received' });
      await approveAt(world, scaHref, customer);
      expect(await stateAt(path, id)).toMatchObject({ scaStatus: 'finalised' });
      expect(await listAt(path, 'cancellation-authorisations')).toEqual([]);
      expect(told(await call('POST', `${path}/authorisations`))).toEqual([409, 'CONFLICT']);
    });

    it('can be started again, each with its link, and a repeat starts none', async () => {
      const { paymentId } = await made();
      const path = `${singlePath}/${paymentId}`;
      const request = { 'x-request-id': randomUUID() };
      const started = await call('POST', `${path}/authorisations`, request);
      expect([started.status, started.json]).toMatchObject([201, { scaStatus: 'received' }]);
      expect((await call('POST', `${path}/authorisations`, request)).json).toEqual(started.json);
      const { authorisationId } = started.json as { authorisationId: string };
      expect(started.headers['location']).toBe(`${path}/authorisations/${authorisationId}`);
      // sca hears of the payment by an event, which may come after this command.
      await eventually('both are listed', async () => (await listAt(path)).length === 2);
      expect(await listAt(path)).toContain(authorisationId);
      await approveAt(world, scaRedirectOf(started.json as object), customer);
      expect(await statusAt(path)).toBe('ACTC');
    });

    it('of its cancellation are a separate list', async () => {
      const { paymentId } = await approved();
      const path = `${singlePath}/${paymentId}`;
      const list = 'cancellation-authorisations';
      const started = await call('POST', `${path}/${list}`);
      const { authorisationId } = started.json as { authorisationId: string };
      expect(await listAt(path, list)).toEqual([authorisationId]);
      expect(await stateAt(path, authorisationId, list)).toMatchObject({ scaStatus: 'received' });
      expect(told(await call('GET', `${path}/authorisations/${authorisationId}`))).toEqual([
        404,
        'RESOURCE_UNKNOWN',
      ]);
      await approveAt(world, scaRedirectOf(started.json as object), customer);
      expect(await statusAt(path)).toBe('CANC');
    });

    it('of its cancellation exist only after its approval', async () => {
      const { paymentId } = await made();
      const path = `${singlePath}/${paymentId}/cancellation-authorisations`;
      expect(told(await call('POST', path))).toEqual([409, 'CONFLICT']);
    });

    it('cannot be started while the payment is in an open basket', async () => {
      const payment = await made();
      const path = `${singlePath}/${payment.paymentId}`;
      const link = await call('POST', `${path}/authorisations`);
      await basketOf(payment);
      expect(told(await call('POST', `${path}/authorisations`))).toEqual([409, 'CONFLICT']);
      await expect(
        approveAt(world, scaRedirectOf(link.json as object), customer),
      ).rejects.toThrow();
      expect(await statusAt(path)).toBe('RCVD');
    });
  });

  describe('a signing basket', () => {
    it('can be deleted before its page is opened, which frees its members', async () => {
      const payment = await made();
      const { basketId } = await basketOf(payment);
      const path = `${basketsPath}/${basketId}`;
      const request = { 'x-request-id': randomUUID() };
      expect((await call('DELETE', path, request)).status).toBe(204);
      expect((await call('DELETE', path, request)).status).toBe(204);
      for (const at of [path, `${path}/status`, `${path}/authorisations`]) {
        expect(told(await call('GET', at))).toEqual([404, 'RESOURCE_UNKNOWN']);
      }
      expect(told(await call('DELETE', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
      const { scaHref } = await basketOf(payment);
      await approveAt(world, scaHref, customer);
      expect(await statusAt(`${singlePath}/${payment.paymentId}`)).toBe('ACTC');
    });

    it('that is deleted fails its links: the PSU returns with the failure, approving nothing', async () => {
      const payment = await made();
      const { basketId, scaHref } = await basketOf(payment);
      const more = await call('POST', `${basketsPath}/${basketId}/authorisations`);
      const newHref = scaRedirectOf(more.json as object);
      expect((await call('DELETE', `${basketsPath}/${basketId}`)).status).toBe(204);
      for (const href of [scaHref, newHref]) {
        const { searchParams } = await failAt(world, href, customer);
        expect(searchParams.get('code')).toBe('CONFLICT');
        expect(searchParams.get('status')).toBe('409');
        expect(searchParams.has('psu-id')).toBe(false);
      }
      expect(await statusAt(`${singlePath}/${payment.paymentId}`)).toBe('RCVD');
    });

    it('cannot be deleted once it is approved', async () => {
      const { basketId, scaHref } = await basketOf(await made());
      await approveAt(world, scaHref, customer);
      expect(told(await call('DELETE', `${basketsPath}/${basketId}`))).toEqual([409, 'CONFLICT']);
      const path = `${basketsPath}/${basketId}/authorisations`;
      expect(told(await call('POST', path))).toEqual([409, 'CONFLICT']);
    });

    it('lists its authorisations and starts new ones', async () => {
      const payment = await made();
      const { basketId } = await basketOf(payment);
      const path = `${basketsPath}/${basketId}/authorisations`;
      const started = await call('POST', path);
      const { authorisationId } = started.json as { authorisationId: string };
      const listed = async () => {
        const { json } = await call('GET', path);
        return (json as { authorisationIds: readonly string[] }).authorisationIds;
      };
      // The basket's own authorisation is opened in the background, before or after the other one.
      await eventually('both are listed', async () => (await listed()).length === 2);
      expect(await listed()).toContain(authorisationId);
      await approveAt(world, scaRedirectOf(started.json as object), customer);
      expect((await call('GET', `${path}/${authorisationId}`)).json).toEqual({
        scaStatus: 'finalised',
        _links: {
          scaStatus: { href: `${path}/${authorisationId}`, verbs: ['GET'] },
          status: { href: `${basketsPath}/${basketId}/status`, verbs: ['GET'] },
        },
      });
      expect(await statusAt(`${basketsPath}/${basketId}`)).toBe('ACTC');
    });

    it('is RJCT once a member is cancelled', async () => {
      const [one, other] = [await made(), await made()];
      const { basketId } = await basketOf(one, other);
      expect((await call('DELETE', `${singlePath}/${one.paymentId}`)).status).toBe(204);
      await firstThat(
        'the basket is RJCT',
        () => statusAt(`${basketsPath}/${basketId}`),
        (status) => status === 'RJCT',
      );
    });
  });
});
