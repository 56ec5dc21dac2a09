import type { ByHand, SentCommand } from '@nordgate/contracts/commands';
import {
  balanceBound,
  inGeneration,
  isSandboxBound,
  nameBasedUuid,
  sandboxBounds,
  streamIdOf,
  uuidForm,
} from '@nordgate/contracts/rules';
import type { SandboxBound } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import type { CommandResult } from '@nordgate/messaging';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { fingerprintOf } from '../../access/repeated-request.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';

/** The topic of the commands by hand. */
export const sandboxTopic = 'accounts.commands.v1';

const emptyBody = Buffer.alloc(0);

/** What the command of a request carries besides its own data. `path` has the ids of the request. */
export function byHandOf(caller: Caller, method: string, path: string, bytes?: unknown): ByHand {
  const request = streamIdOf(caller, method, path);
  const body = Buffer.isBuffer(bytes) ? bytes : emptyBody;
  const content = fingerprintOf({ ...caller, body });
  return { generation: caller.generation, by: { request, content } };
}

/** The id of a command by hand: a repeat of the request has the same. */
export function commandIdOf(stream: string, { by: { request, content } }: ByHand): string {
  return `${stream}/${request}/${content}`;
}

/** Namespace of the ids that requests create: chosen once. */
const namespace = '2f0c5e5c-1b7a-4f5b-9d0e-6a3c8b7d4e21';

/**
 * The id of what a request creates, inside the bank: the same for its repeats. It is the UUID that TPPs see, and the
 * generation.
 */
export function createdIdOf({ by, generation }: Pick<ByHand, 'by' | 'generation'>): string {
  return inGeneration(createdUuidOf(by), generation);
}

/**
 * A name-based UUID of version 5, which the ids of agreements for TPPs need (ADR 34). Source: RFC 9562 section 5.5.
 */
export function createdUuidOf({ request }: Pick<ByHand['by'], 'request'>): string {
  return nameBasedUuid(namespace, request);
}

/** The ids of customers that a core may report; UUIDs have this form too. */
const customerIdForm = /^[A-Za-z0-9_-]{1,64}$/u;

/** The id of a customer to read, inside the bank. Throws RequestError, RESOURCE_UNKNOWN, for a text that is no such id. */
export function customerIdOf(text: string, { generation }: Pick<Caller, 'generation'>): string {
  if (!customerIdForm.test(text)) throw unknownInSandbox();
  return inGeneration(text, generation);
}

/**
 * An id of a path as it is inside the bank, of a customer to change as well: a core's own customers are changed there.
 * Throws RequestError, RESOURCE_UNKNOWN, for a text that is no id that the sandbox gives.
 */
export function sandboxIdOf(text: string, { generation }: Pick<Caller, 'generation'>): string {
  if (!uuidForm.test(text)) throw unknownInSandbox();
  return inGeneration(text, generation);
}

/** 404: the sandbox has no resource with an id of the path. */
export function unknownInSandbox(): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'sandbox.unknown')]);
}

/** The view of another request's outcome is no answer to this one. */
export const noView = () => Promise.resolve(undefined);

type OfRequest<Command> = Command extends { readonly data: ByHand } ? Omit<Command, 'id'> : never;
/** A command by hand before it has its id. */
type CommandByHand = OfRequest<SentCommand<typeof sandboxTopic>>;

/** Sends the command of a request. A repeat of the request sends the same command. */
export function tellByHand(
  edge: Pick<Edge, 'tell'>,
  caller: Caller,
  command: CommandByHand,
): Promise<CommandResult<unknown>> {
  const id = commandIdOf(command.stream, command.data);
  return edge.tell(sandboxTopic, caller, { ...command, id }, noView);
}

/** Sends the command of a request. Throws what `requireDecided` throws. */
export async function decideByHand(
  edge: Pick<Edge, 'tell'>,
  caller: Caller,
  command: CommandByHand,
): Promise<void> {
  requireDecided(await tellByHand(edge, caller, command));
}

/**
 * Ends a request whose command was not decided, or refused. Throws RequestError: 503 while it is not
 * decided, and for a command from before a reset; otherwise the refusal. `taken` explains a conflict with a path. An id of the body is 400, and one of the path
 * 404.
 */
export function requireDecided(
  result: CommandResult<unknown>,
  taken: TextKey = 'sandbox.numberTaken',
): void {
  if (result.is === 'decided') return;
  if (result.is === 'accepted') throw unavailable();
  const { refused, path, text } = result.refusal;
  switch (refused) {
    case 'RESOURCE_UNKNOWN':
      if (path === undefined) throw unknownInSandbox();
      throw new RequestError([fault(refused, 'sandbox.unknown', path)], { status: 400 });
    case 'CONFLICT':
      if (isSandboxBound(text)) throw beyond(text);
      if (text === balanceBound) throw new RequestError([fault(refused, 'sandbox.balance', path)]);
      if (path !== undefined) throw new RequestError([fault(refused, taken, path)]);
      throw requestIdReused();
    case 'FORMAT_ERROR':
      throw new RequestError([fault(refused, 'amount.orZero', path)]);
    default:
      throw unavailable();
  }
}

/** 409: a TPP makes no more of it in the sandbox; the text names the bound. */
function beyond(bound: SandboxBound): RequestError {
  const params = { max: sandboxBounds[bound] };
  return new RequestError([fault('CONFLICT', `sandbox.bound.${bound}`, '', params)]);
}

/**
 * What a request has made or changed, as that request left it: a repeat gets the answer of the first, also
 * after later changes and after the removal. Throws RequestError, CONFLICT, when nothing of it is stored any more.
 */
export function requireKept<Resource>(resource: Resource | undefined): Resource {
  if (resource !== undefined) return resource;
  throw requestIdReused();
}

/** 409: the X-Request-ID belongs to another request of this TPP. */
export function requestIdReused(): RequestError {
  return new RequestError([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
}
