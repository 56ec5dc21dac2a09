export { sliceBounds } from './bus.js';
export type {
  Bus,
  Consumer,
  Consumption,
  Message,
  ReceivedMessage,
  Reply,
  ReplyChannel,
  Slice,
} from './bus.js';
export { CommandClient, CommandNotAcknowledged } from './command-client.js';
export type { AskOptions, CommandResult } from './command-client.js';
export { commandMessage, commandOf, replyAddressOf } from './command-message.js';
export { CommandGate } from './cqrs/command-gate.js';
export { DecidesOn } from './cqrs/decides-on.js';
export { DecidesWith } from './cqrs/decides-with.js';
export {
  HandlesCommand,
  HandlesFoundingCommand,
  StreamCommand,
  streamCommandOf,
} from './cqrs/handles-command.js';
export { eventMessage, eventOf } from './event-message.js';
export { LocalCommands } from './local-commands.js';
export { MalformedMessage } from './malformed-message.js';
export { MemoryBus } from './memory/memory-bus.js';
export type { MemoryBusOptions } from './memory/memory-bus.js';
export { BusClient } from './nest/bus-client.js';
export type { CommandProgress } from './nest/bus-client.js';
export { BusServer } from './nest/bus-server.js';
export type { BusServerOptions, MessageHandling } from './nest/bus-server.js';
export { CommandContext } from './nest/command-context.js';
export { ReactsTo, TakesCommands } from './nest/patterns.js';
export { partitionOf } from './partition-of.js';
