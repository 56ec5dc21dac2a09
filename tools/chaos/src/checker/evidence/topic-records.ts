import { eventOf } from '@nordgate/messaging';
import { readTopics } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import type { PublishedFact, Service } from './evidence.js';
import { services } from './evidence.js';

const topicOf = (service: Service) => `${service}.events.v1` as const;

/** Everything on the event topics of all services, each topic from its first record to its end. */
export async function topicRecords(
  brokers: readonly string[],
): Promise<Record<Service, readonly PublishedFact[]>> {
  const settings = { brokers, clientId: 'nordgate-checker' };
  const log = createLog({ app: 'checker', level: 'error' });
  const read = await readTopics({ settings, log, topics: services.map(topicOf) });
  const factsOf = (service: Service) =>
    (read.get(topicOf(service)) ?? []).map((message): PublishedFact => {
      const { stream, version, event } = eventOf(message);
      const id = message.headers['ce_id'] ?? '';
      const { partition } = message;
      return { stream, version, type: event.type, id, data: event['data'], partition };
    });
  return {
    payments: factsOf('payments'),
    baskets: factsOf('baskets'),
    sca: factsOf('sca'),
    accounts: factsOf('accounts'),
  };
}
