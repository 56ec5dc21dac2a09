import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import { atOnce, callsOfClient, clients, giveUpMs, untilKnown } from './scene.js';
import type { Scene } from './scene.js';

const grants = 2;
/** A reader that meets faults would go on for as long as they last. */
const readsMax = 40;
/** The first client asks for consents and ends them; the others read. */
const consenting = { model: 'consents', client: 0, input: {} } as const;

/** Grants the TPP access for the first time. @returns the ids of the granted accounts */
export async function granted(scene: Scene): Promise<readonly string[]> {
  await untilKnown(async () => {
    const id = await ask(scene);
    return id === undefined ? undefined : grant(scene, id);
  });
  return untilKnown(() => scene.calls.accounts());
}

/** A consent that is ended and granted, time and again, while the TPP reads the accounts. */
export async function access(scene: Scene): Promise<void> {
  let isOver = false;
  const grantsAndEnds = async () => {
    for (let count = 0; count < grants; count += 1) await grantAndEnd(scene);
    isOver = true;
  };
  const reads = async (client: number, own: Chance) => {
    for (let count = 0; count < readsMax && !isOver; count += 1) {
      await readAccounts(scene, client + 1);
      await sleep(own.between(0, 20));
    }
  };
  await Promise.all([atOnce(scene, 2, reads), grantsAndEnds()]);
}

async function grantAndEnd(scene: Scene): Promise<void> {
  const id = await ask(scene);
  if (id === undefined) return;
  await grant(scene, id);
  await readAccounts(scene, 0);
  const ending = { ...consenting, operation: 'end' };
  await scene.recorder.call(ending, () => scene.calls.endConsent(id));
  await readAccounts(scene, 0);
}

/** Asks twice: the first request may be given up. @returns the id of the consent */
async function ask({ recorder, calls, chance }: Scene): Promise<string | undefined> {
  const key = randomUUID();
  const asking = { ...consenting, operation: 'ask', input: { key, body: '-' } };
  await recorder.call(asking, () => calls.askConsent(key), giveUpMs(chance));
  return (await recorder.call(asking, () => calls.askConsent(key)))?.id;
}

const grant = ({ recorder, calls }: Scene, id: string) =>
  recorder.call({ ...consenting, operation: 'grant' }, () => calls.grant(id));

async function readAccounts({ recorder, calls }: Scene, client: number): Promise<void> {
  const reading = { ...consenting, client, operation: 'read' };
  await recorder.call(reading, () => calls.readAccounts());
}

/**
 * Reads of balances without the PSU: more at once than are permitted. The TPP may read the accounts. The bank gives back a read that it
 * permitted and then could not answer.
 */
export async function readUnattended(scene: Scene, accounts: readonly string[]): Promise<void> {
  const { recorder, calls } = scene;
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient / 2; count += 1) {
      const account = chance.pick(accounts);
      const asked = { model: 'permits', client, input: { account } } as const;
      const sent = recorder.now();
      const read = async () => {
        const answer = await calls.readUnattended(account);
        if (answer === undefined) recorder.note({ ...asked, operation: 'give-back' }, sent);
        return answer;
      };
      await recorder.call({ ...asked, operation: 'read' }, read, giveUpMs(chance));
    }
  });
}
