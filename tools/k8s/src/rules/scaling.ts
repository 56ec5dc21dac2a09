import type { Manifest, Rendered } from '../rendered.js';

/** What a trigger of KEDA says, as far as the rules read it. */
interface Trigger {
  readonly type: string;
  readonly metricType?: string;
  readonly metadata: Readonly<Record<string, string | undefined>>;
}

/** Every scaler speaks a protocol that the brokers answer, and also counts the CPU: reads make no lag. */
export function scalingFaults(rendered: Rendered): readonly string[] {
  return [...protocolFaults(rendered), ...readFaults(rendered)];
}

function readFaults(rendered: Rendered): readonly string[] {
  return rendered
    .all('ScaledObject')
    .filter(({ spec }) => {
      const { triggers } = spec as { readonly triggers: readonly Trigger[] };
      return triggers.every(
        ({ type, metricType }) => type !== 'cpu' || metricType !== 'Utilization',
      );
    })
    .map(({ metadata }) => `${metadata.name}: is scaled by lag alone, which reads do not make`);
}

function protocolFaults(rendered: Rendered): readonly string[] {
  const brokers = rendered.all('Kafka').map(brokerVersion);
  return rendered.all('ScaledObject').flatMap(({ metadata, spec }) => {
    const { triggers } = spec as { readonly triggers: readonly Trigger[] };
    return triggers
      .filter(({ type }) => type === 'kafka')
      .filter(({ metadata: { version } }) => !brokers.every((broker) => isSpoken(version, broker)))
      .map(({ metadata: { topic, version } }) => {
        return `${metadata.name}: speaks Kafka ${version ?? 'of an unknown version'} for ${String(topic)}`;
      });
  });
}

function brokerVersion({ spec }: Manifest): string {
  const { kafka } = spec as { readonly kafka: { readonly version?: string } };
  return kafka.version ?? '0.0.0';
}

/** Brokers of Kafka 4 refuse clients before 2.1 (KIP-896), and no broker knows a later version than its own. */
function isSpoken(version: string | undefined, broker: string): boolean {
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) return false;
  return compare('2.1.0', version) <= 0 && compare(version, broker) <= 0;
}

/** Negative when the first version is the older one. */
function compare(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  const differences = (first ?? []).map((part, index) => part - (second?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
