import { createSecretKey } from 'node:crypto';
import { publicIdOf } from '@nordgate/contracts/rules';
import type { NamedResource } from '@nordgate/contracts/rules';
import { streamIdFrom } from './watch-commands.js';

const keys = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32)) } };
const id = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
const publicId = (named: NamedResource) => publicIdOf(named, 'PSDNO-FSA-123456789', keys);

describe('the stream that an operator names', () => {
  it.each([
    [{ kind: 'payment', streamId: id }, 'payments', `payment-${id}`],
    [{ kind: 'periodic', streamId: id }, 'payments', `payment-${id}`],
    [{ kind: 'bulk', streamId: `${id}.3` }, 'payments', `payment-${id}.3`],
    [{ kind: 'part', streamId: id, part: 2 }, 'payments', `payment-${id}`],
    [{ kind: 'basket', streamId: id }, 'baskets', `basket-${id}`],
    [{ kind: 'authorisation', streamId: id }, 'sca', `authorisation-${id}`],
    [{ kind: 'consent', streamId: id }, 'sca', `authorisation-${id}`],
  ] as const)('is that of the public id of %j', (named, service, stream) => {
    expect(streamIdFrom(service, publicId(named))).toBe(stream);
  });

  it.each([`payment-${id}`, `payment-${id}.3`, 'tpp-stop-PSDNO-FSA-123456789', `basket-${id}`])(
    'is %s as it was written',
    (stream) => {
      expect(streamIdFrom('payments', stream)).toBe(stream);
    },
  );

  it('is refused with the name of its service when another service has it', () => {
    expect(() => streamIdFrom('payments', publicId({ kind: 'basket', streamId: id }))).toThrow(
      'that is the id of a basket: "stream show baskets …" has its stream',
    );
  });
});
