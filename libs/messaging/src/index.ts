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
export type { ReceivedEvent } from './event-message.js';
export { nestLog } from './host/nest-log.js';
export { BUS, DATABASE, LOG, QUERIES } from './host/platform.js';
export type { Platform } from './host/platform.js';
export { RethrowFilter } from './host/rethrow-filter.js';
export type { RunningWork, StartWork } from './host/background-work.js';
export { openForQueries, prepareService, runService } from './host/service.js';
export type { PreparedService, RunningService, ServiceDefinition } from './host/service.js';
export { LocalCommands } from './local-commands.js';
export { MalformedMessage } from './malformed-message.js';
export { MemoryBus } from './memory/memory-bus.js';
export type { MemoryBusOptions } from './memory/memory-bus.js';
export { BusClient } from './nest/bus-client.js';
export type { CommandProgress } from './nest/bus-client.js';
export { BusServer } from './nest/bus-server.js';
export type { BusServerOptions } from './nest/bus-server.js';
export { CommandContext } from './nest/command-context.js';
export { ReactsTo, TakesCommands } from './nest/patterns.js';
export { OperationFault } from './operations/operations.js';
export type { OpenOperations, Operate } from './operations/operations.js';
export { partitionOf } from './partition-of.js';
export { InProcessQueries } from './queries/in-process-queries.js';
export { ServiceUnavailable } from './queries/query-client.js';
export type { Queries, QueryClient } from './queries/query-client.js';
export { commandFrom, noReaction } from './reaction.js';
export type { Reaction } from './reaction.js';
