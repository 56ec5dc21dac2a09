import { customerNumberOf } from './log-in.controller.js';

describe('customerNumberOf', () => {
  it.each(['14837530114', ' 148375 30114 ', '148375.30114', '148375-30114'])(
    'accepts %j',
    (typed) => {
      expect(customerNumberOf(typed)).toBe('14837530114');
    },
  );

  it.each(['', '1483753011', '148375301145', 'abcdefghijk', "1' or '1'='1"])(
    'rejects %j',
    (typed) => {
      expect(customerNumberOf(typed)).toBeUndefined();
    },
  );
});
