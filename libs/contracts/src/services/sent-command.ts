import type { CommandsOnTopic } from './messages.js';
import type { StreamId } from '../base/rules/streams.js';

/** A topic of commands. */
export type CommandTopic = keyof CommandsOnTopic;

/** A type of command that a topic takes. */
export type CommandTypeOn<Topic extends CommandTopic> = keyof CommandsOnTopic[Topic] & string;

type ContractOf<
  Topic extends CommandTopic,
  Type extends CommandTypeOn<Topic>,
> = CommandsOnTopic[Topic][Type] & {
  readonly stream: string;
  readonly data: unknown;
  readonly receipt: unknown;
};

/** A command as it is sent to a topic: of one of its types, to a stream of its category. */
export type SentCommand<
  Topic extends CommandTopic,
  Type extends CommandTypeOn<Topic> = CommandTypeOn<Topic>,
> = {
  readonly [One in Type]: {
    /** Makes repeats known. */
    readonly id: string;
    readonly type: One;
    readonly stream: StreamId<ContractOf<Topic, One>['stream']>;
    readonly data: ContractOf<Topic, One>['data'];
  };
}[Type];

/** What the sender of a command gets back. */
export type ReceiptOf<Topic extends CommandTopic, Type extends CommandTypeOn<Topic>> = ContractOf<
  Topic,
  Type
>['receipt'];
