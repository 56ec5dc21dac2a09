import { operatedServices } from '@nordgate/contracts/commands';
import { OneOf } from '@nordgate/contracts/fields';
import type { GroupRewind } from '@nordgate/messaging/kafka';
import { KafkaConnectionSettings, kafkaSettingsOf, readSettings } from '@nordgate/service/settings';
import type { Command } from 'commander';
import { Option } from 'commander';
import { OperationRefused } from './operations-client.js';
import { dryRunOption, timeIn } from './arguments.js';
import type { DryRun } from './arguments.js';
import { tableOf } from './table.js';

/** The environment variables of a command that speaks to Kafka: those of every process. */
export class OffsetSettings extends KafkaConnectionSettings {
  @OneOf(['sandbox', 'production'])
  NORDGATE_ENVIRONMENT: 'sandbox' | 'production' = 'production';

  /** `kafka` where a sidecar encrypts. */
  @OneOf(['kafka', 'none'])
  NORDGATE_PLAINTEXT_TO = 'none';
}

interface OffsetOptions extends DryRun {
  readonly service: string;
  readonly before: Date;
}

/** Adds `offsets` to the commands of a restore. */
export function addOffsetCommand(
  restore: Command,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): void {
  restore
    .command('offsets')
    .description(
      'let the groups of a stopped service read messages again that its dump does not know',
    )
    .addOption(
      new Option('--service <service>', 'whose database was restored to an older state')
        .choices(operatedServices)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--before <time>', 'an hour before the dump began, e.g. 2026-11-23T07:00:00Z')
        .argParser(timeIn)
        .makeOptionMandatory(),
    )
    .addOption(dryRunOption())
    .action((options: OffsetOptions) => goBack(options, say, env));
}

const headings = ['group', 'topic', 'messages'];
const rowOf = ({ group, topic, again }: GroupRewind) => [group, topic, String(again)];

async function goBack(
  { service, before, dryRun = false }: OffsetOptions,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { rewind, rewindsOf } = await import('@nordgate/messaging/kafka');
  const { createLog } = await import('@nordgate/telemetry');
  const settings = await kafkaSettingsOf(readSettings(OffsetSettings, env), 'nordgate-operator');
  const kafka = { settings, log: createLog({ app: 'operator', level: 'error' }) };
  const rewinds = await rewindsOf(kafka, { service, to: before });
  const used = rewinds.filter(({ members }) => members > 0).map(({ group }) => group);
  if (used.length > 0) {
    const who = [...new Set(used)].join(', ');
    throw new OperationRefused(`${who} has members: stop every replica of ${service} first`);
  }
  if (rewinds.length === 0) {
    throw new OperationRefused(`${service} has read no message since ${before.toISOString()}`);
  }
  if (!dryRun) await rewind(kafka, rewinds);
  const verb = dryRun ? 'would read' : 'will read';
  say(`${service} ${verb} again:\n${tableOf(headings, rewinds.map(rowOf))}`);
}
