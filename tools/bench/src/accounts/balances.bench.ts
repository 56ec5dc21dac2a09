import { join } from 'node:path';
import { startUnlimitedBank } from '../unlimited-bank.js';
import {
  accountOf,
  grantAt,
  jsonWith,
  psuBrowser,
  scaRedirectOf,
  setUpSandbox,
  uncheckedTpp,
} from '@nordgate/testing';
import type { ListedAccount, World } from '@nordgate/testing';
import { getsPerSecond, somePayments, statusPathOf } from '../get/get-status.bench.js';
import type { Comparison } from '../rounds.js';

const rounds = 15;
const accountsPath = '/v1/accounts';

/**
 * Signed GETs of the balances of an account, against those of the status of a payment of the same bank.
 * The bank is one process and seals its answers.
 */
export async function balancesBench(
  dataDir: string,
): Promise<Comparison & { stop(): Promise<void> }> {
  const bank = await startUnlimitedBank({ dataDir: join(dataDir, 'bank') });
  const { addresses } = bank;
  const tpp = await uncheckedTpp(addresses, join(dataDir, 'bank'));
  const narrator = { part: () => undefined, step: () => undefined };
  const world = { tpp, newBrowser: () => psuBrowser(addresses), narrator };
  const balances = await grantedBalances(world);
  const payments = await somePayments(tpp);
  return {
    name: 'signed GET of balances, sealed, in one process, 32 connections',
    target: 0.8,
    rounds,
    against: 'signed GET of the status of a payment',
    ours: () => getsPerSecond(tpp, () => balances),
    baseline: () => getsPerSecond(tpp, (n) => statusPathOf(payments, n)),
    stop: async () => {
      await bank.stop();
    },
  };
}

/** The path of the balances of an account that a PSU has granted to the TPP. */
async function grantedBalances(world: World): Promise<string> {
  const { tpp } = world;
  const [person] = await setUpSandbox(world);
  if (person === undefined) throw new Error('the sandbox has no customers');
  const refused = jsonWith(await tpp.call({ method: 'GET', path: accountsPath }), 401);
  const choice = { bbans: [accountOf(person)] };
  const back = await grantAt(world, scaRedirectOf(refused), person, choice);
  const [psuId = '', tppSessionId = ''] = ['psu-id', 'tpp-session-id'].map(
    (name) => back.searchParams.get(name) ?? '',
  );
  tpp.actFor({ psuId, tppSessionId });
  const answer = await tpp.call({ method: 'GET', path: accountsPath });
  const { accounts } = jsonWith<{ accounts: readonly ListedAccount[] }>(answer, 200);
  return accounts[0]?._links.balances.href ?? '';
}
