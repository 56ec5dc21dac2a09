import { Type } from 'typebox';
import { oneOf } from '../replies/reply.js';
import { queryParameters } from './query-parameters.js';

/** What `GET /v1/accounts` may be asked with (Berlin Group framework 1.3). */
export const accountsParameters = queryParameters({
  withBalance: Type.Optional(
    oneOf(['true', 'false'], 'Taken and not heeded: balances are not part of this list.'),
  ),
});
