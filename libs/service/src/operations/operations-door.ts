import type { Log } from '@nordgate/telemetry';
import { ServiceUnavailable } from '../queries/query-client.js';
import { TokenCheck } from '../queries/http/token-check.js';
import type { TokenKeys } from '../queries/http/token-keys.js';
import type { OperatedService } from './operation-routes.js';
import type { Operate } from './operations.js';

/** The door for the operator: there before its service, and shut until that runs. */
export class OperationsDoor implements OperatedService {
  readonly tokens: TokenCheck;
  private inside: Operate | undefined;

  constructor(
    keys: TokenKeys,
    readonly log: Log,
  ) {
    this.tokens = new TokenCheck({ audience: 'operations', callers: ['operator'], keys });
  }

  /** From now on requests are done. */
  open(operate: Operate): void {
    this.inside = operate;
  }

  readonly operate: Operate = async (body) => {
    if (this.inside === undefined) throw new ServiceUnavailable('it does not answer yet');
    return this.inside(body);
  };
}
