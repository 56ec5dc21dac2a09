import {
  createGeneration,
  dropGeneration,
  generationStates,
  switchGeneration,
} from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { brokenLaws } from '../checker/law.js';
import { rehearseRestore } from './kafka-restores.js';
import type { Restore } from './kafka-restores.js';

/** The bank starts, has load and stops; beside other work that takes more than five minutes. */
const limitMs = 1_200_000;
const commands = 'payments.commands.v1';
const events = 'payments.events.v1';

describe('a bank over Kafka whose payments get more partitions under load', () => {
  it(
    'keeps all laws, while payments is killed between the switch of its commands and that of its events',
    async () => {
      let left: Awaited<ReturnType<typeof generationStates>> = [];
      const grow: Restore = async ({ cluster, load, verdict }) => {
        const settings = { brokers: cluster.kafka.bootstrap, clientId: 'nordgate-growth' };
        const kafka = { settings, log: createLog({ app: 'growth', level: 'silent' }) };
        for (const topic of [commands, events] as const) await createGeneration(kafka, topic, 24);
        const payments = cluster.of('payments');
        const historyFile = await load(async () => {
          await switchGeneration(kafka, commands);
          await Promise.all(payments.map((app) => app.kill9()));
          await Promise.all(payments.map((app) => app.start()));
          await switchGeneration(kafka, events);
        });
        const judged = await verdict(cluster, historyFile);
        await dropGeneration(kafka, commands);
        left = await generationStates(kafka);
        return { now: cluster, verdict: judged };
      };
      expect(brokenLaws(await rehearseRestore(grow, () => undefined))).toEqual([]);
      const grown = left.filter(({ topic }) => topic.startsWith('payments.'));
      expect(grown.map(({ name }) => name)).toEqual([`${commands}.p24`, events, `${events}.p24`]);
      for (const { records, groups } of grown) {
        expect(records).toBeGreaterThan(0);
        for (const group of groups) expect(group).toMatchObject({ behind: 0, isAssigned: true });
      }
    },
    limitMs,
  );
});
