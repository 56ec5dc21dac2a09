import { readFileSync, writeFileSync } from 'node:fs';
import { since } from '@nordgate/chaos/evidence';
import type { Before, Evidence, Service } from '@nordgate/chaos/evidence';
import { gatherEvidence } from '@nordgate/chaos/gather';
import { judge } from '@nordgate/chaos/law';
import { laws } from '@nordgate/chaos/laws';
import { awaitRest } from '@nordgate/chaos/rest';
import { TppClient } from '@nordgate/tpp-client';
import { checkedLaws, memberOfTheNewVersion } from './verdict.js';
import type { CheckInput } from './verdict.js';

/**
 * `node check.js <input>`: waits until the bank is at rest and judges it. It runs in the folder of a
 * release, so that it reads stored events as that release does.
 */
async function main(file: string): Promise<void> {
  const input = JSON.parse(readFileSync(file, 'utf8')) as CheckInput;
  const cluster = {
    databaseUrl: (service: Service) => input.databaseUrls[service],
    kafka: { bootstrap: input.bootstrap },
    // The rehearsal watches its pods by itself.
    apps: [],
  };
  await awaitRest(cluster);
  const tpp = new TppClient({
    ...{ baseUrl: input.gatewayUrl, identity: input.identity },
    redirectUri: 'https://tpp.example/back',
  });
  tpp.actFor(input.psu);
  const evidence = await gatherEvidence({ cluster, historyFile: input.historyFile, tpp });
  const before = Object.fromEntries(
    Object.entries(input.before).map(([service, { all, damaged }]) => [
      service,
      { all: new Set(all), damaged: new Set(damaged) },
    ]),
  ) as unknown as Before;
  const checked = laws.filter(({ id }) => checkedLaws.has(id));
  const verdict = judge(checked, since(before, inOneVersion(evidence)));
  writeFileSync(input.verdictFile, JSON.stringify(verdict));
}

/** The evidence with the new version of the event in its old form, in the store and on the topic. */
function inOneVersion(evidence: Evidence): Evidence {
  const { payments } = evidence.services;
  const lowered = {
    ...payments,
    events: payments.events.map(withoutMember),
    published: payments.published.map(withoutMember),
  };
  return { ...evidence, services: { ...evidence.services, payments: lowered } };
}

function withoutMember<Fact extends { readonly type: string; readonly data: unknown }>(
  fact: Fact,
): Fact {
  if (fact.type !== 'PaymentInitiated') return fact;
  const members = Object.entries(fact.data as object);
  const data = Object.fromEntries(members.filter(([name]) => name !== memberOfTheNewVersion));
  return { ...fact, data };
}

await main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
process.exit(0);
