import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { commandFrom, on, refuse, streamType } from '@nordgate/decider';
import type { Command, Decision, DomainEvent, ReceivedEvent, Reaction } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { operationStream } from '../operations/audit/operation-stream.js';
import type { ServiceDefinition } from '../host/service.js';

/** A total that is counted up to a limit: the smallest domain that can also refuse. */
export interface Count {
  readonly total: number;
}

export type Added = DomainEvent<'Added', { readonly by: number }>;
export type Add = Command<'Add', { readonly by: number }>;

export const countMax = 1000;

const counterStream = counting('counter');
const tallyStream = counting('tally');
const echoStream = counting('echo');

function counting(name: string) {
  return streamType<Count, Added>({
    name,
    stateVersion: 1,
    initial: { total: 0 },
    evolve: ({ total }, event) => ({ total: total + event.data.by }),
    events: { Added: { version: 1 } },
    hasEnded: ({ total }) => total === countMax,
  });
}

function add({ data }: Add, { total }: Count): Decision<Added> {
  if (!Number.isFinite(data.by)) throw new Error('not a number');
  return total + data.by > countMax ? refuse('TOO_MUCH') : [{ type: 'Added', data }];
}

@Module({})
class CountersModule {}

/** Counters, in the place of the payments service. */
export const countersApp: ServiceDefinition = {
  name: 'payments',
  module: CountersModule,
  streams: [counterStream, operationStream],
  migrations: [],
  events: 'payments.events.v1',
  commands: {
    topic: 'payments.commands.v1',
    deciders: () => ({ Add: on(counterStream, add, { receipt: ({ total }) => ({ total }) }) }),
  },
};

/** Two purposes on one topic: each has a group, and so a separate checkpoint. */
@Controller()
class CounterConsumers {
  @ReactsTo('baskets.tally', 'payments.events.v1')
  tally(@Payload() received: ReceivedEvent<Added>): Reaction {
    return { commands: [follow(received, 'Tally', 'tally')] };
  }

  @ReactsTo('baskets.echo', 'payments.events.v1')
  echo(@Payload() received: ReceivedEvent<Added>): Reaction {
    return { commands: [follow(received, 'Echo', 'echo')] };
  }
}

function follow(received: ReceivedEvent<Added>, type: string, category: string): Command {
  const stream = received.stream.replace('counter', category);
  return commandFrom(received, { type, stream, data: received.event.data });
}

@Module({ controllers: [CounterConsumers] })
class TalliesModule {}

/** Copies of the counters, in the place of the baskets service. */
export const talliesApp: ServiceDefinition = {
  name: 'baskets',
  module: TalliesModule,
  streams: [tallyStream, echoStream, operationStream],
  migrations: [],
  events: 'baskets.events.v1',
  groups: ['baskets.tally', 'baskets.echo'],
  commands: {
    topic: 'baskets.commands.v1',
    deciders: () => ({ Tally: on(tallyStream, add), Echo: on(echoStream, add) }),
  },
};

@Controller()
class ClashingConsumers {
  @ReactsTo('sca.one', 'payments.events.v1')
  react(): Reaction {
    return {};
  }

  @ReactsTo('sca.one', 'payments.events.v1')
  reactToo(): Reaction {
    return {};
  }
}

@Module({ controllers: [ClashingConsumers] })
class ClashingModule {}

/** An app that cannot run: two methods for one purpose. */
export const clashingApp: ServiceDefinition = {
  name: 'sca',
  module: ClashingModule,
  streams: [],
  migrations: [],
  events: 'sca.events.v1',
};
