import { randomUUID } from 'node:crypto';
import type { Chance } from '@nordgate/chaos/chance';
import {
  accountOf,
  actAs,
  aDomesticPayment,
  approveAt,
  codesOf,
  grantAt,
  instantPath,
  jsonWith,
  scaRedirectOf,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { Recorder } from './recorder.js';
import type { Output } from './recorder.js';

/** What the clients of a seed share. */
export interface Scene {
  readonly recorder: Recorder;
  readonly chance: Chance;
  readonly world: World;
  readonly debtor: ListedCustomer;
  readonly creditor: ListedCustomer;
}

const clients = 4;
const callsOfClient = 8;
const transfers = 3;
const grants = 2;
/** One of this many calls is given up, within this time. */
const hastyOneIn = 6;
const hastyMsMax = 12;
const baskets = '/v1/signing-baskets';
const consents = '/v1/bank-offered-consents';
/** What the bank of the sandbox takes for an instant payment. */
const feeOfInstant = 200;
const withoutPsu = { 'psu-ip-address': undefined };

/** Runs the same client several times at once, each with its own random numbers. */
function atOnce(
  { chance }: Scene,
  count: number,
  run: (client: number, own: Chance) => Promise<void>,
): Promise<unknown> {
  const runs = Array.from({ length: count }, (_, client) => run(client, chance.fork()));
  return Promise.all(runs);
}

const giveUpMs = (chance: Chance): number | undefined =>
  chance.between(1, hastyOneIn) === 1 ? chance.between(1, hastyMsMax) : undefined;

/** An answer by its status; undefined for one that promises nothing. @throws Error for any other one */
function outcomeOf(
  answer: TppAnswer,
  byStatus: Readonly<Record<number, Output>>,
): Output | undefined {
  if (answer.status === 503) return undefined;
  const output = byStatus[answer.status];
  if (output === undefined) throw new Error(`answered ${String(answer.status)}: ${answer.text}`);
  return output;
}

const made = (answer: TppAnswer, name: string): Output => {
  const id = (answer.json as Readonly<Record<string, string>> | undefined)?.[name];
  return { outcome: 'made', ...(id !== undefined && { id }) };
};

/** Payments under a few X-Request-IDs, with the same and with other bodies. */
export async function pay(scene: Scene): Promise<void> {
  const { recorder, world, debtor } = scene;
  const keys = Array.from({ length: 6 }, () => randomUUID());
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient; count += 1) {
      const key = chance.pick(keys);
      const amount = chance.pick(['1.00', '1.00', '1.00', '2.00']);
      const body = aDomesticPayment({
        instructedAmount: { amount, currency: 'NOK' },
        debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
      });
      const headers = { 'x-request-id': key };
      await recorder.call(
        { model: 'payments', client, operation: 'pay', input: { key, body: amount } },
        async () => {
          const answer = await world.tpp.call({ method: 'POST', path: singlePath, body, headers });
          return outcomeOf(answer, {
            201: made(answer, 'paymentId'),
            409: { outcome: 'conflict' },
          });
        },
        giveUpMs(chance),
      );
    }
  });
}

/** Baskets over three payments, which the clients make and end. */
export async function group(scene: Scene): Promise<void> {
  const { recorder, world, debtor } = scene;
  const payments: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const body = aDomesticPayment({ debtorAccount: { bban: accountOf(debtor), currency: 'NOK' } });
    const answer = await world.tpp.call({ method: 'POST', path: singlePath, body });
    payments.push(jsonWith<{ paymentId: string }>(answer, 201).paymentId);
  }
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient; count += 1) {
      const members = chance.shuffled(payments).slice(0, chance.between(1, 2)).sort();
      const key = randomUUID();
      const input = { key, body: members.join(), members };
      const basket = await recorder.call(
        { model: 'baskets', client, operation: 'make', input },
        async () => {
          const body = { paymentIds: members };
          const headers = { 'x-request-id': key };
          const answer = await world.tpp.call({ method: 'POST', path: baskets, body, headers });
          return outcomeOf(answer, { 201: made(answer, 'basketId'), 409: { outcome: 'taken' } });
        },
        giveUpMs(chance),
      );
      const { id } = basket ?? {};
      if (id === undefined) continue;
      await recorder.call(
        { model: 'baskets', client, operation: 'end', input: { id } },
        async () => {
          const answer = await world.tpp.call({ method: 'DELETE', path: `${baskets}/${id}` });
          return outcomeOf(answer, { 204: { outcome: 'ended' } });
        },
      );
    }
  });
}

/** A consent that is ended and granted, time and again, while the TPP reads the accounts. It is granted at first. */
export async function access(scene: Scene): Promise<void> {
  const { recorder, world, debtor, chance } = scene;
  const { tpp } = world;
  const start = Recorder.now();
  const before = { model: 'consents', client: 0, operation: 'grant', input: {} } as const;
  recorder.note(before, start, { at: start, output: { outcome: 'granted' } });
  let isOver = false;
  const read = async (client: number) => {
    const asked = { model: 'consents', client, operation: 'read', input: {} } as const;
    await recorder.call(asked, async () => {
      const answer = await tpp.call({ method: 'GET', path: '/v1/accounts' });
      return outcomeOf(answer, { 200: { outcome: 'shown' }, 401: { outcome: 'refused' } });
    });
  };
  const reading = atOnce(scene, 2, async (client, own) => {
    while (!isOver) {
      await read(client + 1);
      await new Promise((resolve) => setTimeout(resolve, own.between(0, 20)));
    }
  });
  for (let count = 0; count < grants; count += 1) {
    const key = randomUUID();
    const headers = { 'x-request-id': key };
    const ask = {
      model: 'consents',
      client: 0,
      operation: 'ask',
      input: { key, body: '-' },
    } as const;
    let asked: object | undefined;
    const send = async () => {
      const answer = await tpp.call({ method: 'POST', path: consents, headers });
      asked = answer.json as object;
      return outcomeOf(answer, { 201: made(answer, 'consentId') });
    };
    await recorder.call(ask, send, giveUpMs(chance));
    const { id } = (await recorder.call(ask, send)) ?? {};
    if (id === undefined || asked === undefined) continue;
    const href = scaRedirectOf(asked);
    const grant = { model: 'consents', client: 0, operation: 'grant', input: {} } as const;
    await recorder.call(grant, async () => {
      // The session of the grant takes the place of the one before.
      actAs(tpp, await grantAt(world, href, debtor, { bbans: [accountOf(debtor)] }));
      return { outcome: 'granted' };
    });
    await read(0);
    await recorder.call({ ...grant, operation: 'end' }, async () => {
      const answer = await tpp.call({ method: 'DELETE', path: `${consents}/${id}` });
      return outcomeOf(answer, { 204: { outcome: 'ended' } });
    });
    await read(0);
  }
  isOver = true;
  await reading;
}

/** Reads of balances without the PSU: more at once than are permitted. The TPP may read the accounts. */
export async function readUnattended(scene: Scene, accounts: readonly string[]): Promise<void> {
  const { recorder, world } = scene;
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient / 2; count += 1) {
      const account = chance.pick(accounts);
      await recorder.call(
        { model: 'permits', client, operation: 'read', input: { account } },
        async () => {
          const path = `/v1/accounts/${account}/balances`;
          const answer = await world.tpp.call({ method: 'GET', path, headers: withoutPsu });
          return outcomeOf(answer, { 200: { outcome: 'shown' }, 429: { outcome: 'exceeded' } });
        },
        giveUpMs(chance),
      );
    }
  });
}

/** Instant payments between the two customers, while the TPP reads the balance of the debtor. */
export async function transfer(scene: Scene, account: string): Promise<void> {
  const { recorder, world, debtor, creditor, chance } = scene;
  const read = async () =>
    valueOf(await world.tpp.call({ method: 'GET', path: `/v1/accounts/${account}/balances` }));
  const opened = Recorder.now();
  const value = await read();
  const open = { model: 'balances', client: 0, operation: 'open' } as const;
  const answered = { at: opened, output: { outcome: 'opened' } };
  recorder.note({ ...open, input: { account, amount: value } }, opened, answered);
  let isOver = false;
  const reading = atOnce(scene, 2, async (client, own) => {
    while (!isOver) {
      const asked = {
        model: 'balances',
        client: client + 1,
        operation: 'read',
        input: { account },
      } as const;
      await recorder.call(
        asked,
        async () => ({ outcome: 'read', value: await read() }),
        giveUpMs(own),
      );
      await new Promise((resolve) => setTimeout(resolve, own.between(0, 30)));
    }
  });
  for (let count = 0; count < transfers; count += 1) {
    const amount = chance.between(100, 9999);
    const body = aDomesticPayment({
      instructedAmount: { amount: (amount / 100).toFixed(2), currency: 'NOK' },
      debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
      creditorName: creditor.customerName,
      creditorAccount: { bban: accountOf(creditor), currency: 'NOK' },
    });
    const initiated = await world.tpp.call({ method: 'POST', path: instantPath, body });
    const { paymentId } = jsonWith<{ paymentId: string }>(initiated, 201);
    const asked = {
      ...{ model: 'balances' as const, client: 0, operation: 'transfer' },
      input: { account, amount: -amount - feeOfInstant },
    } as const;
    await recorder.call(asked, async () => {
      await approveAt(world, scaRedirectOf(initiated.json as object), debtor);
      while ((await statusOf(world, instantPath, paymentId)) !== 'ACSC') {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return { outcome: 'booked' };
    });
  }
  isOver = true;
  await reading;
}

interface Balances {
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: string };
  }[];
}

/** The booked balance in the smallest unit. @throws Error for an answer without one */
function valueOf(answer: TppAnswer): number {
  const { balances: all } = jsonWith<Balances>(answer, 200);
  const booked = all.find(({ balanceType }) => balanceType === 'interimBooked') ?? all[0];
  if (booked === undefined) throw new Error(`no balance: ${answer.text} ${codesOf(answer).join()}`);
  return Math.round(Number(booked.balanceAmount.amount) * 100);
}

/** Grants the TPP the first account of a customer. @returns the ids of the granted accounts */
export async function granted(
  { world }: Pick<Scene, 'world'>,
  customer: ListedCustomer,
  count: number,
): Promise<readonly string[]> {
  const { tpp } = world;
  const asked = jsonWith(await tpp.call({ method: 'POST', path: consents }), 201);
  const bbans = Array.from({ length: count }, (_, at) => accountOf(customer, at));
  actAs(tpp, await grantAt(world, scaRedirectOf(asked), customer, { bbans }));
  const listed = await tpp.call({ method: 'GET', path: '/v1/accounts' });
  type Accounts = { readonly accounts: readonly { readonly resourceId: string }[] };
  return jsonWith<Accounts>(listed, 200).accounts.map(({ resourceId }) => resourceId);
}
