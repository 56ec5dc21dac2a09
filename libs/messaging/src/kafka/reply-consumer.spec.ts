import fc from 'fast-check';
import { replyAddress, replyAddressIn } from './reply-consumer.js';

describe('a return address', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.nat(11), fc.uuid(), (partition, instance) => {
        expect(replyAddressIn(replyAddress({ partition, instance }), 12)).toEqual({
          partition,
          instance,
        });
      }),
    );
  });

  it.each(['', '12/a', '-1/a', '1/', '1', 'a/1', '1/a b', '99999/a', 'an instance that never was'])(
    'is not found in %j',
    (text) => {
      expect(replyAddressIn(text, 12)).toBeUndefined();
    },
  );
});
