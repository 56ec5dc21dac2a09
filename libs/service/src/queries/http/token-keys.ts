import type { KeyObject } from 'node:crypto';
import type { QueriedService } from '@nordgate/contracts/queries';

/** The apps that ask. */
export const callers = ['gateway', 'payments', 'baskets', 'sca', 'accounts'] as const;
export type Caller = (typeof callers)[number] & (QueriedService | 'gateway');

/** Who shows a token: an app, or the bank's operator at the door for operations. */
export type TokenBearer = Caller | 'operator';

/** What a token is good for: the queries of one service, or operations. */
export type TokenAudience = QueriedService | 'operations';

/**
 * The keys of internal tokens, by id (`kid`). One signs, all verify: a new key is first added
 * everywhere, then made the current one, and the old one goes last.
 */
export interface TokenKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

/** How long a token is good for. Another clock may be wrong by as much as the tolerance. */
export const tokenSeconds = { lifetime: 30, clockTolerance: 5 } as const;
