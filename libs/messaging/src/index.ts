export type {
  Bus,
  CaughtUp,
  Consumer,
  Consumption,
  Message,
  ReceivedMessage,
  Reply,
  ReplyChannel,
  Slice,
} from './bus.js';
export { CommandClient, CommandNotAcknowledgedError } from './client/command-client.js';
export type { AskOptions, CommandResult } from './client/command-client.js';
export { commandMessage, commandOf, replyAddressOf } from './command-message.js';
export { coreMessage } from './core-message.js';
export type { CoreMessage } from './core-message.js';
export { decisionsChannel } from './cqrs/decision-notes.js';
export type { MadeDecision } from './cqrs/decision-notes.js';
export { eventMessage, eventOf, publishedEventOf } from './event-message.js';
export { CommandsModule, LocalCommands } from './local-commands.module.js';
export { MemoryBus } from './memory/memory-bus.js';
export type { MemoryBusOptions } from './memory/memory-bus.js';
export { BusClient } from './nest/bus-client.js';
export type { CommandProgress } from './nest/bus-client.js';
export { BusServer } from './nest/bus-server.js';
export type { BusServerOptions, MessageHandling, TakenCommands } from './nest/bus-server.js';
export { tooLarge } from './nest/send-replies.js';
export { logParked } from './nest/parked-log.js';
export { ReactsTo } from './nest/patterns.js';
export { Relay } from './relay/relay.js';
export { SliceQueue } from './slice-queue.js';
export type { Delivery } from './slice-queue.js';
