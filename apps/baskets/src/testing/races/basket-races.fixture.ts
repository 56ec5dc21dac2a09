import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GetBasket, GetOpenBaskets } from '@nordgate/contracts/queries';
import type { Command } from '@nordgate/decider';
import { approvalOf, memberOf, tpp } from '../a-basket.js';
import { paymentEvents } from '../a-payment.js';
import { anAuthorisation } from '../an-authorisation.js';
import { toCreate, toDelete } from '../basket-commands.js';
import { sealed } from '@nordgate/contracts/testing';
import { readUntil } from '@nordgate/service/testing';
import { alive, heldTwice, histories, notTheWorst } from './basket-laws.js';
import type { RacingBaskets } from './racing-baskets.js';

const patienceMs = 240_000;
const roundsPerRace = 500;
/** Some at once, so that slices of several rounds meet. */
const atOnce = 10;

/** The races of two processes, and the laws over all that they have left. */
export function describeBasketRaces(name: string, start: () => Promise<RacingBaskets>): void {
  describe(name, () => {
    let racing: RacingBaskets;
    const fates = new Map<string, 'RJCT' | 'ACTC'>();
    beforeAll(async () => {
      racing = await start();
    }, patienceMs);
    afterAll(() => racing.stop(), patienceMs);

    it(
      'give a payment that two baskets want to one of them, the other is RJCT',
      () => rounds((at) => contest(racing, at)),
      patienceMs,
    );
    it(
      'show what became of a member between the question for its status and the commit',
      () => rounds((at) => overtake(racing, fates, at)),
      patienceMs,
    );
    it(
      'either delete a basket or let it be approved',
      async () => {
        const ends = new Set<string | undefined>();
        await rounds(async (at) => void ends.add(await waver(racing, at)));
        expect([...ends].sort()).toEqual(['BasketApproved', 'BasketDeleted']);
      },
      patienceMs,
    );
    it('share the commands', async () => {
      for (const count of await racing.decided()) expect(count).toBeGreaterThan(roundsPerRace);
    });
    it(
      'leave no payment in two baskets, no deleted basket alive, no status but the worst, nothing parked',
      async () => {
        const all = await histories(racing.database);
        expect(all.size).toBe(4 * roundsPerRace);
        expect(heldTwice(all)).toEqual([]);
        expect(alive(all)).toEqual([]);
        for (const side of [racing.one, racing.other]) {
          expect(await notTheWorst(all, fates, side)).toEqual([]);
        }
        const parked = await racing.database.pool.query('select from es.parked');
        expect(parked.rowCount).toBe(0);
      },
      patienceMs,
    );
  });
}

async function rounds(round: (at: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < roundsPerRace; from += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, i) => round(from + i)));
  }
}

const creation = (id: string, payments: readonly string[], changes = {}) =>
  toCreate({ members: payments.map(memberOf), ...changes }, `basket-${id}`);

/** A command of the builders' basket, for this one. */
function of<C extends Command>(id: string, command: C): C {
  return { ...command, id: `${command.id}-${id}`, stream: `basket-${id}` };
}

/** Two baskets want one payment at once, each at another process. */
async function contest({ one, other }: RacingBaskets, at: number): Promise<void> {
  const [member, first, second] = ['contested', 'first', 'second'].map((n) => `${n}-${String(at)}`);
  const ids = [first ?? '', second ?? ''] as const;
  const wanted = (id: string) => creation(id, [`own-of-${id}`, member ?? '']);
  await Promise.all([one.send(wanted(ids[0])), other.send(wanted(ids[1]))]);
  const views = await Promise.all(ids.map((id) => one.ask(new GetBasket(tpp, id))));
  const lost = views.findIndex((view) => view?.refusal !== undefined);
  expect(views[lost]).toMatchObject({
    transactionStatus: 'RJCT',
    refusal: { code: 'CONFLICT', path: '/paymentIds/1' },
  });
  expect(views[1 - lost]).toMatchObject({ transactionStatus: 'RCVD', isOpen: true });
  const holders = await other.ask(new GetOpenBaskets([member ?? '', `own-of-${ids[lost] ?? ''}`]));
  expect(holders).toEqual({ [member ?? '']: ids[1 - lost] });
}

/** A member is refused, or both are settled, while a basket is made that still takes them for received. */
async function overtake(
  { one, other, happens }: RacingBaskets,
  fates: Map<string, 'RJCT' | 'ACTC'>,
  at: number,
): Promise<void> {
  const id = `overtaken-${String(at)}`;
  const members = [`a-of-${id}`, `b-of-${id}`];
  const facts = members.map((paymentId) => ({ paymentId, version: 1, status: 'RCVD' as const }));
  const fate = at % 2 === 0 ? ('RJCT' as const) : ('ACTC' as const);
  const event = fate === 'RJCT' ? paymentEvents.PaymentRejected : paymentEvents.PaymentAuthorised;
  const overtaken = fate === 'RJCT' ? members.slice(0, 1) : members;
  const side = at % 4 < 2 ? one : other;
  for (const member of overtaken) fates.set(member, fate);
  await Promise.all([
    ...overtaken.map((member) => happens('payments.events.v1', `payment-${member}`, 2, event)),
    side.send(creation(id, members, { facts })),
  ]);
  const seen = await readUntil(
    () => other.ask(new GetBasket(tpp, id)),
    (view) => view?.transactionStatus === fate,
  );
  expect([id, seen?.transactionStatus]).toEqual([id, fate]);
}

/** The PSU approves a basket. Resolves when the basket has ended, by this approval or otherwise. */
async function approve(
  { other, happens, approvalKey }: RacingBaskets,
  id: string,
  payment: string,
): Promise<unknown> {
  const stream = `authorisation-of-${id}`;
  const page = anAuthorisation({ kind: 'basket', basketId: id, paymentIds: [payment] });
  const finalised = page.finalised({ approved: [approvalOf(payment)] });
  await happens('sca.events.v1', stream, 3, page.shown());
  await happens('sca.events.v1', stream, 4, sealed(stream, finalised, approvalKey));
  return readUntil(
    () => other.ask(new GetBasket(tpp, id)),
    (view) => view?.isOpen === false,
  );
}

/** The TPP deletes a basket while the PSU approves it. Answers what came of it. */
async function waver(racing: RacingBaskets, at: number): Promise<string | undefined> {
  const { one, other } = racing;
  const [id, payment] = [`wavering-${String(at)}`, `wavered-${String(at)}`];
  await one.send(creation(id, [payment]));
  const call = () => one.send(of(id, toDelete()));
  let settled: Promise<unknown> | undefined;
  const settle = () => (settled ??= approve(racing, id, payment));
  // Now and then one after the other, so that both ends are seen for sure.
  if (at % 20 === 0) await settle();
  if (at % 20 === 1) await call();
  await Promise.all([call(), settle()]);
  const view = await one.ask(new GetBasket(tpp, id));
  const isDeleted = view?.deletedBy !== undefined;
  const held = await other.ask(new GetOpenBaskets([payment]));
  expect(held).toEqual(isDeleted ? {} : { [payment]: id });
  return isDeleted ? 'BasketDeleted' : 'BasketApproved';
}
