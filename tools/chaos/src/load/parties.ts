import type { Cluster } from '@nordgate/local/cluster';
import { accountOf, DescribedTpp, meetPsu, PsuBrowser, setUpSandbox } from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { Agent } from 'undici';

/** The TPP and the PSU of the load: one TPP client per gateway, and the accounts of every payment. */
export interface Parties {
  readonly tpps: readonly [TppClient, ...TppClient[]];
  readonly scaUrl: string;
  readonly psu: ListedCustomer;
  /** The customer who is paid. */
  readonly creditor: ListedCustomer;
  readonly from: string;
  readonly to: string;
  /** An account of the sandbox whose bank refuses every payment. */
  readonly refusing: string;
}

const refusing = '99970000018';
const redirectUri = 'https://tpp.example/back';
const timeouts = { connect: { timeout: 2000 }, headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * Resets the sandbox and lets a PSU meet the TPP. The clients compare every answer with the OpenAPI
 * description that their gateway serves.
 *
 * @throws Error when the cluster has no gateway or the sandbox no customers
 */
export async function meetParties(cluster: Cluster): Promise<Parties> {
  const identity = cluster.trust.demoTpp;
  const [first, ...others] = cluster.gatewayUrls.map((baseUrl) => {
    const dispatcher = new Agent(timeouts);
    return new DescribedTpp({ baseUrl, identity, redirectUri, dispatcher });
  });
  if (first === undefined) throw new Error('the cluster has no gateway');
  return meetPartiesOf(cluster.scaUrl, [first, ...others]);
}

/**
 * Resets the sandbox and lets a PSU meet the TPP of these clients.
 *
 * @throws Error when the sandbox has no customers
 */
export async function meetPartiesOf(scaUrl: string, tpps: Parties['tpps']): Promise<Parties> {
  const [first] = tpps;
  const [psu, creditor] = await setUpSandbox(worldOf(scaUrl, first));
  if (psu === undefined || creditor === undefined) throw new Error('the sandbox has no customers');
  for (const tpp of tpps) await meetPsu(worldOf(scaUrl, tpp), psu);
  return { tpps, scaUrl, psu, creditor, from: accountOf(psu), to: accountOf(creditor), refusing };
}

/** A journey's surroundings without narration. */
export function worldOf(scaUrl: string, tpp: TppClient): World {
  return {
    tpp,
    newBrowser: () => new PsuBrowser(scaUrl),
    narrator: { part: () => undefined, step: () => undefined },
  };
}
