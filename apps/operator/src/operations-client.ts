import type { OperatorRequest } from '@nordgate/contracts/commands';
import { currentKeyOf } from '@nordgate/contracts/rules';
import {
  CallerTokens,
  mountedText,
  operationsPath,
  SecretsFolder,
} from '@nordgate/service/process';
import { Agent, request } from 'undici';
import type { OperationsReach } from './operator-settings.js';

/** The bank did not do what was asked for; the message says why. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/** Does operations. */
export interface Operations {
  /** The outcome. Throws OperationRefused. */
  run(request: OperatorRequest): Promise<unknown>;
}

/** Asks a running bank to do operations. */
export class OperationsClient implements Operations {
  private constructor(
    private readonly url: string,
    private readonly tokens: CallerTokens,
    private readonly agent: Agent,
  ) {}

  /** Throws SettingsError when the keys or the authorities cannot be read. */
  static async open(reach: OperationsReach): Promise<OperationsClient> {
    const keys = await new SecretsFolder(reach.NORDGATE_SECRETS_DIR).keySet('operator.json');
    const url = new URL(operationsPath, reach.OPERATIONS_URL).href;
    const { OPERATIONS_CA_FILE: file } = reach;
    const ca = file === undefined ? undefined : await mountedText(file, 'OPERATIONS_CA_FILE');
    const tokens = new CallerTokens({ caller: 'operator', key: currentKeyOf(keys) });
    return new OperationsClient(
      url,
      tokens,
      new Agent({ connect: { ...(ca !== undefined && { ca }) } }),
    );
  }

  async run(operation: OperatorRequest): Promise<unknown> {
    const { status, text } = await this.post(JSON.stringify(operation));
    if (status === 200) return (JSON.parse(text) as { readonly outcome: unknown }).outcome;
    if (status === 400) throw new OperationRefused(faultIn(text));
    throw new OperationRefused(reasons.get(status) ?? `${this.url} answered ${String(status)}`);
  }

  private async post(body: string): Promise<{ readonly status: number; readonly text: string }> {
    const token = await this.tokens.tokenFor('operations');
    try {
      const answer = await request(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
        signal: AbortSignal.timeout(timeoutMs),
        dispatcher: this.agent,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (cause) {
      const { message, code } = cause as NodeJS.ErrnoException;
      throw new OperationRefused(`${this.url} does not answer: ${code ?? message}`, { cause });
    }
  }
}

/** An inline view of many streams takes its time to be folded again. */
const timeoutMs = 600_000;
const reasons: ReadonlyMap<number, string> = new Map([
  [401, 'the bank does not take this key: is NORDGATE_SECRETS_DIR the one of this bank?'],
  [503, 'the bank cannot do it now; nothing is promised, ask again'],
]);

function faultIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly fault: string }).fault;
  } catch {
    return 'the bank did not understand the request';
  }
}
