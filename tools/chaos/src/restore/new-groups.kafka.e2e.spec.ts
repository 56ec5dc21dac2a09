import { eventually } from '@nordgate/testing';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import type { Cluster } from '@nordgate/local/cluster';
import { awaitRest } from '../checker/rest.js';
import { exportedTopic, rehearseRestore } from './kafka-restores.js';
import type { Restore } from './kafka-restores.js';

/** The bank starts, has load and stops; beside other work that takes more than five minutes. */
const limitMs = 1_200_000;
const groups = ['baskets.payment-register', 'baskets.settle-authorisation'];
const followed = ['payments', 'sca'] as const;

/** What the register has by events: a basket notes its members that are RCVD, and a payment without a row counts as RCVD. */
async function registered(cluster: Cluster): Promise<readonly unknown[]> {
  return rowsOf(
    cluster,
    `select payment_id, version, status, funds_available from payment_register
      where status <> 'RCVD' order by payment_id`,
  );
}

async function rowsOf(cluster: Cluster, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: cluster.databaseUrl('baskets') });
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The topics that baskets follows drop everything that they have, as soon as it is exported. */
async function dropFollowed(cluster: Cluster): Promise<readonly string[]> {
  const apps = followed.flatMap((service) => cluster.of(service));
  await Promise.all(apps.map((app) => app.stop()));
  const topics = await Promise.all(followed.map((service) => exportedTopic(cluster, service)));
  await Promise.all(apps.map((app) => app.start()));
  return Promise.all(topics.map((topic) => topic.drop()));
}

/** @returns how many records of payments the groups find when they begin again */
async function forgetGroups(cluster: Cluster): Promise<number> {
  const brokers = [...cluster.kafka.bootstrap];
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteGroups(groups);
  const ends = await admin.fetchTopicOffsets('payments.events.v1');
  await admin.disconnect();
  return ends.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}

describe('a bank over Kafka whose topics have dropped everything that is exported', () => {
  it(
    'has the same register of payments in baskets after its groups and its rows have begun again',
    async () => {
      const said: string[] = [];
      let before: readonly unknown[] = [];
      let after: readonly unknown[] = [];
      let left = Infinity;
      const beginAgain: Restore = async ({ cluster, load }) => {
        await load(() => Promise.resolve());
        await awaitRest(cluster, false);
        before = await registered(cluster);
        const baskets = cluster.of('baskets');
        await Promise.all(baskets.map((app) => app.stop()));
        said.push(...(await dropFollowed(cluster)));
        left = await forgetGroups(cluster);
        await rowsOf(cluster, 'truncate payment_register');
        await Promise.all(baskets.map((app) => app.start()));
        await eventually('the register is as long as before', async () => {
          return (await registered(cluster)).length >= before.length;
        });
        await awaitRest(cluster, false);
        after = await registered(cluster);
        return { now: cluster, verdict: [] };
      };
      await rehearseRestore(beginAgain, (text) => said.push(text));
      expect(before.length).toBeGreaterThan(0);
      expect(after).toEqual(before);
      expect(said.filter((text) => /dropped [1-9]/.test(text))).toHaveLength(followed.length);
      expect(left).toBeLessThan(before.length);
    },
    limitMs,
  );
});
