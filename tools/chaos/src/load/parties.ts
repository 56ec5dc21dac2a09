import { accountOf, DescribedTpp, meetPsu, PsuBrowser, setUpSandbox } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import type { World } from '@nordgate/testing';
import { Agent } from 'undici';
import type { Cluster } from '@nordgate/local/cluster';
import type { Parties } from './writer.js';

const redirectUri = 'https://tpp.example/back';
const timeouts = { connect: { timeout: 2000 }, headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * The TPP's clients, one per gateway, for a PSU that has met the TPP: the sandbox is set up anew. They
 * hold every answer against the description that their gateway serves.
 */
export async function meetParties(cluster: Cluster): Promise<Parties> {
  const identity = cluster.trust.demoTpp;
  const tpps = cluster.gatewayUrls.map(
    (baseUrl) =>
      new DescribedTpp({ baseUrl, identity, redirectUri, dispatcher: new Agent(timeouts) }),
  );
  const [first] = tpps;
  if (first === undefined) throw new Error('the cluster has no gateway');
  const { scaUrl } = cluster;
  const worldOf = (tpp: TppClient): World => ({
    tpp,
    newBrowser: () => new PsuBrowser(scaUrl),
    narrator: { part: () => undefined, step: () => undefined },
  });
  const [psu, creditor] = await setUpSandbox(worldOf(first));
  if (psu === undefined) throw new Error('the sandbox has no customers');
  for (const tpp of tpps) await meetPsu(worldOf(tpp), psu);
  return { tpps, scaUrl, psu, from: accountOf(psu), to: accountOf(creditor) };
}
