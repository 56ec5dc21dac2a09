import { replySchema } from '@nordgate/contracts/http';
import type { ReplyName } from '@nordgate/contracts/http';
import type { Schema } from '../../request/route-description.js';

/**
 * The schema of the answer to a creation: some members of the resource that the bank has made, and the
 * members of the body as they were sent.
 */
export function asSent(name: ReplyName, required: readonly string[]): Schema {
  const { properties = {} } = replySchema(name);
  const own = ['tppMessages', ...required, '_links'].filter((member) => member in properties);
  return {
    title: `${name}AsSent`,
    type: 'object',
    description: 'The resource, and the members of the body as they were sent.',
    required: [...required, '_links'],
    properties: Object.fromEntries(own.map((member) => [member, properties[member]])),
    additionalProperties: true,
  };
}
