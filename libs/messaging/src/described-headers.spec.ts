import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandMessage } from './command-message.js';
import { eventMessage } from './event-message.js';

interface Described {
  readonly components: {
    readonly messages: Readonly<
      Record<
        string,
        { headers: { required: readonly string[]; properties: Readonly<Record<string, object>> } }
      >
    >;
  };
}

const path = join(import.meta.dirname, '../../../docs/reference/asyncapi.json');
const { messages } = (JSON.parse(readFileSync(path, 'utf8')) as Described).components;
const at = '2030-03-01T09:00:00.000Z';
const traces = { traceparent: '00-1-2-01', tracestate: 'a=b' };

describe('the headers in docs/reference/asyncapi.json', () => {
  it.each([
    ['all headers of an event', 'PaymentInitiated', traces, 'properties'],
    ['the required headers of an event', 'PaymentInitiated', {}, 'required'],
  ] as const)('list %s', (_what, type, trace, part) => {
    const spread = part === 'properties' ? { commandEvents: 2, aheadMs: 1 } : {};
    const meta = { commandId: 'c', actor: 'a', requestedAt: at, ...spread, ...trace };
    const place = { id: 'e', streamId: 'payment-1', version: 1, schemaVersion: 1, position: '1' };
    const stored = { ...place, type, data: {}, meta, at };
    const { headers } = eventMessage(stored, 's');
    expect(Object.keys(headers).sort()).toEqual(namesIn(`${type}.v2`, part));
  });

  it.each([
    ['all headers of a command', traces, 'gateway', 'properties'],
    ['the required headers of a command', {}, undefined, 'required'],
  ] as const)('list %s', (_what, trace, replyTo, part) => {
    const meta = { at, actor: 'a', ...(part === 'properties' && { aheadMs: 1 }), ...trace };
    const command = { id: 'c', type: 'DeleteBasket', stream: 'basket-1', data: {}, meta };
    const { headers } = commandMessage(command, 's', replyTo);
    expect(Object.keys(headers).sort()).toEqual(namesIn('DeleteBasket.v1', part));
  });
});

function namesIn(message: string, part: 'required' | 'properties'): string[] {
  const { required = [], properties = {} } = messages[message]?.headers ?? {};
  return (part === 'required' ? [...required] : Object.keys(properties)).sort();
}
