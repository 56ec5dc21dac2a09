import { InMemorySpanExporter, BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { startTelemetry } from '@nordgate/telemetry';
import type { StoredEvent } from '@nordgate/event-store';
import { relayedMessage } from '../relay/relayed-message.js';

/**
 * Time per event that the relay makes a message of: `node libs/messaging/dist/testing/relayed-bench.js <share>`. Without a
 * share no spans are made.
 */
const events = 500;
const pages = 300;

const share = process.argv[2];
if (share !== undefined) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new BatchSpanProcessor({ exporter })];
  const tracesShare = Number(share);
  startTelemetry({ service: 'bench', version: '0', spanProcessors, tracesShare });
  setInterval(() => exporter.reset(), 100).unref();
}

/** Of 100 events, as many belong to traces that are recorded. */
function page(): StoredEvent[] {
  return Array.from({ length: events }, (_, i) => {
    const flags = share !== undefined && i % 100 < Number(share) * 100 ? '01' : '00';
    const trace = `00-${String(i).padStart(32, 'a')}-${'b'.repeat(16)}-${flags}`;
    return {
      ...{ id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, type: 'PaymentInitiated' },
      ...{ streamId: `payment-${String(i)}`, version: 1, data: { text: 'x'.repeat(500) } },
      ...{ at: new Date().toISOString(), meta: { at: '', actor: 'bench', traceparent: trace } },
    } as unknown as StoredEvent;
  });
}

const rounds: number[] = [];
for (let round = 0; round < pages; round += 1) {
  const all = page();
  const before = process.cpuUsage();
  await Promise.all(all.map((event) => relayedMessage(event, 'payments.events.v1')));
  const { user, system } = process.cpuUsage(before);
  if (round >= 100) rounds.push((user + system) / events);
}
rounds.sort((one, other) => one - other);
process.stdout.write(
  `${String(rounds[rounds.length >> 1]?.toFixed(2))} µs of processor time per event\n`,
);
