import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { GenerationState } from '@nordgate/messaging/kafka';
import { kafkaSettingsOf, readSettings } from '@nordgate/service/settings';
import type { Command } from 'commander';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { OffsetSettings } from './offset-commands.js';
import { OperationRefused } from './operations-client.js';
import { tableOf } from './table.js';

type Say = (text: string) => void;
type Growth = typeof import('@nordgate/messaging/kafka');

const growing = (Object.keys(topics) as TopicName[]).filter((topic) =>
  ['commands', 'events'].includes(topics[topic].carries),
);
const topicArgument = () =>
  new Argument('<topic>', 'a topic of commands or events').choices(growing);

/** Lets topics have more partitions (docs/adr/0081). */
export function addTopicCommands(program: Command, say: Say, env: NodeJS.ProcessEnv): void {
  const command = program.command('topics').description('more partitions for a topic');
  command
    .command('list')
    .description('show the generations of each topic, and how far their groups are')
    .action(() =>
      act(env, async (growth, kafka) => say(listOf(await growth.generationStates(kafka)))),
    );
  command
    .command('create')
    .description('create a generation with more partitions, which accepts no records yet')
    .addArgument(topicArgument())
    .addOption(
      new Option('--partitions <number>', 'how many it has')
        .argParser(wholeNumber)
        .makeOptionMandatory(),
    )
    .action((topic: TopicName, { partitions }: { readonly partitions: number }) =>
      act(env, async (growth, kafka) => {
        const name = await growth.createGeneration(kafka, topic, partitions);
        say(`${name} is there. Its readers join within a minute; nothing is written to it yet.`);
      }),
    );
  addStep(command, env, {
    name: 'switch',
    description: 'seal the old generation, and let the new one accept records',
    run: ({ switchGeneration }) => switchGeneration,
    say: (name) => say(`${name} accepts records, and the generation before accepts none.`),
  });
  addStep(command, env, {
    name: 'cancel',
    description: 'remove a new generation that has no records',
    run: ({ cancelGeneration }) => cancelGeneration,
    say: (name) => say(`${name} is gone, and the generation before accepts records.`),
  });
  addStep(command, env, {
    name: 'drop',
    description: 'delete the oldest generation, when nobody needs it any more',
    run: ({ dropGeneration }) => dropGeneration,
    say: (name) => say(`${name} is gone.`),
  });
}

interface Step {
  readonly name: string;
  readonly description: string;
  readonly run: (growth: Growth) => Growth['switchGeneration'];
  readonly say: Say;
}

function addStep(command: Command, env: NodeJS.ProcessEnv, step: Step): void {
  command
    .command(step.name)
    .description(step.description)
    .addArgument(topicArgument())
    .action((topic: TopicName) =>
      act(env, async (growth, kafka) => step.say(await step.run(growth)(kafka, topic))),
    );
}

type Kafka = Parameters<Growth['switchGeneration']>[0];

async function act(
  env: NodeJS.ProcessEnv,
  step: (growth: Growth, kafka: Kafka) => Promise<void>,
): Promise<void> {
  const growth = await import('@nordgate/messaging/kafka');
  const { createLog } = await import('@nordgate/telemetry');
  const settings = await kafkaSettingsOf(readSettings(OffsetSettings, env), 'nordgate-operator');
  try {
    await step(growth, { settings, log: createLog({ app: 'operator', level: 'error' }) });
  } catch (error) {
    if (error instanceof growth.GrowthRefusedError) {
      throw new OperationRefused(error.message, { cause: error });
    }
    throw error;
  }
}

const headings = ['generation', 'partitions', 'records', 'group', 'behind', 'read'];

function listOf(states: readonly GenerationState[]): string {
  const rows = states.flatMap(({ name, partitions, records, groups }) => {
    const place = [name, String(partitions), String(records)];
    if (groups.length === 0) return [place];
    return groups.map(({ group, behind, isAssigned }) =>
      place.concat(group, String(behind), isAssigned ? 'yes' : 'no'),
    );
  });
  return tableOf(headings, rows);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('it has to be a whole number.');
}
