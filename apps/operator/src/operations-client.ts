import { operatedBy } from '@nordgate/contracts/commands';
import type {
  OperatedService,
  OperatorRequest,
  PendingOperation,
} from '@nordgate/contracts/commands';
import {
  mountedText,
  operationsPath,
  OperatorTokens,
  personHeader,
  SecretsFolder,
} from '@nordgate/service/settings';
import { Agent, request } from 'undici';
import { personAt } from './operator-person.js';
import type { ProvePerson } from './operator-person.js';
import type { OperationsReach } from './operator-settings.js';

/** The bank did not do what was asked for; the message says why. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

export interface RunOptions {
  /** Default: ten minutes, for what folds many streams. */
  readonly timeoutMs?: number;
}

/** The bank has done nothing yet: a second person has to confirm. The message says how. */
export class OperationPending extends Error {
  override readonly name = 'OperationPending';
}

/** Does operations. */
export interface Operations {
  /**
   * The outcome. Throws OperationRefused, also after `timeoutMs` without an answer, and OperationPending for what waits
   * for a second person.
   */
  run(request: OperatorRequest, options?: RunOptions): Promise<unknown>;
}

/** Asks a running bank to do operations. */
export class OperationsClient implements Operations {
  private constructor(
    private readonly urlOf: (service: OperatedService) => URL,
    private readonly tokens: OperatorTokens,
    private readonly person: { readonly prove: ProvePerson; readonly as: string | undefined },
    private readonly agent: Agent,
  ) {}

  /** Throws SettingsError when the keys, the identity or the authorities cannot be read. */
  static async open(reach: OperationsReach): Promise<OperationsClient> {
    const key = await new SecretsFolder(reach.NORDGATE_SECRETS_DIR).signingKey('operator');
    const urlOf = (service: OperatedService) =>
      new URL(operationsPath, reach.services?.[service] ?? reach.OPERATIONS_URL);
    const { OPERATIONS_CA_FILE: file } = reach;
    const ca = file === undefined ? undefined : await mountedText(file, 'OPERATIONS_CA_FILE');
    const tokens = new OperatorTokens(key);
    const person = { prove: await personAt(reach), as: reach.as };
    return new OperationsClient(
      urlOf,
      tokens,
      person,
      new Agent({ connect: { ...(ca !== undefined && { ca }) } }),
    );
  }

  async run(operation: OperatorRequest, options?: RunOptions): Promise<unknown> {
    const service = operatedBy(operation);
    const { status, text } = await this.post(service, JSON.stringify(operation), options);
    if (status === 200) return (JSON.parse(text) as { readonly outcome: unknown }).outcome;
    if (status === 202) throw new OperationPending(pendingIn(text, service));
    if (status === 400 || status === 403) throw new OperationRefused(faultIn(text));
    throw new OperationRefused(
      reasonOf(status, service) ?? `${this.urlOf(service).href} answered ${String(status)}`,
    );
  }

  private async post(
    service: OperatedService,
    body: string,
    { timeoutMs = timeoutMsDefault }: RunOptions = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { pathname, search, href } = this.urlOf(service);
    const method = 'POST';
    const person = await this.person.prove({ service, body });
    const { as } = this.person;
    const call = { service, method, path: pathname + search, body, person, as };
    const token = await this.tokens.tokenFor(call);
    try {
      const answer = await request(href, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...(person !== undefined && { [personHeader]: person }),
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
        dispatcher: this.agent,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (cause) {
      const { message, code } = cause as NodeJS.ErrnoException;
      throw new OperationRefused(`${href} does not answer: ${code ?? message}`, { cause });
    }
  }
}

/** An inline view of many streams takes its time to be folded again. */
const timeoutMsDefault = 600_000;

function reasonOf(status: number, service: OperatedService): string | undefined {
  if (status === 503) return 'the bank cannot do it now; nothing is promised, ask again';
  if (status !== 401) return undefined;
  return `the bank refuses this token: is OPERATIONS_URL that of ${service}, NORDGATE_SECRETS_DIR the one of this bank, and the clock right?`;
}

function pendingIn(text: string, service: OperatedService): string {
  const { pending } = JSON.parse(text) as { readonly pending: PendingOperation };
  const { operation, until } = pending;
  return `nothing is done yet: until ${until} a second person can run\n  audit confirm ${service} ${operation}`;
}

function faultIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly fault: string }).fault;
  } catch {
    return 'the bank did not understand the request';
  }
}
