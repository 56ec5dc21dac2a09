import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf, actAs, grantAt, jsonWith, scaRedirectOf } from '@nordgate/testing';
import type { ListedCustomer } from '@nordgate/testing';
import { Recorder } from './recorder.js';
import { atOnce, callsOfClient, clients, giveUpMs, made, outcomeOf } from './scene.js';
import type { Scene } from './scene.js';

const consents = '/v1/bank-offered-consents';
const grants = 2;
const withoutPsu = { 'psu-ip-address': undefined };

/** A consent that is ended and granted, time and again, while the TPP reads the accounts. It is granted at first. */
export async function access(scene: Scene): Promise<void> {
  const start = Recorder.now();
  const granting = { model: 'consents', client: 0, operation: 'grant', input: {} } as const;
  scene.recorder.note(granting, start, { at: start, output: { outcome: 'granted' } });
  let isOver = false;
  const reading = atOnce(scene, 2, async (client, own) => {
    while (!isOver) {
      await readAccounts(scene, client + 1);
      await sleep(own.between(0, 20));
    }
  });
  for (let count = 0; count < grants; count += 1) await grantAndEnd(scene);
  isOver = true;
  await reading;
}

async function readAccounts({ recorder, world }: Scene, client: number): Promise<void> {
  const asked = { model: 'consents', client, operation: 'read', input: {} } as const;
  await recorder.call(asked, async () => {
    const answer = await world.tpp.call({ method: 'GET', path: '/v1/accounts' });
    return outcomeOf(answer, { 200: { outcome: 'shown' }, 401: { outcome: 'refused' } });
  });
}

async function grantAndEnd(scene: Scene): Promise<void> {
  const { recorder, world, debtor, chance } = scene;
  const { tpp } = world;
  const by = { model: 'consents', client: 0, input: {} } as const;
  const key = randomUUID();
  const ask = { ...by, operation: 'ask', input: { key, body: '-' } };
  let asked: object | undefined;
  const send = async () => {
    const headers = { 'x-request-id': key };
    const answer = await tpp.call({ method: 'POST', path: consents, headers });
    asked = answer.json as object;
    return outcomeOf(answer, { 201: made(answer, 'consentId') });
  };
  await recorder.call(ask, send, giveUpMs(chance));
  const { id } = (await recorder.call(ask, send)) ?? {};
  if (id === undefined || asked === undefined) return;
  const href = scaRedirectOf(asked);
  await recorder.call({ ...by, operation: 'grant' }, async () => {
    // The session of the grant takes the place of the one before.
    actAs(tpp, await grantAt(world, href, debtor, { bbans: [accountOf(debtor)] }));
    return { outcome: 'granted' };
  });
  await readAccounts(scene, 0);
  await recorder.call({ ...by, operation: 'end' }, async () => {
    const answer = await tpp.call({ method: 'DELETE', path: `${consents}/${id}` });
    return outcomeOf(answer, { 204: { outcome: 'ended' } });
  });
  await readAccounts(scene, 0);
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
