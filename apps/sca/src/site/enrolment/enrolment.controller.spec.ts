import { passkeyNameOf } from './enrolment.controller.js';

describe('passkeyNameOf', () => {
  it.each([
    ['My phone', 'My phone'],
    ['  Kari’s \n phone\u0000 ', 'Kari’s phone'],
    ['x'.repeat(60), 'x'.repeat(40)],
    ['x'.repeat(39) + '📱📱', 'x'.repeat(39) + '📱'],
    ['phone \ud83d', 'phone'],
    ['\udcf1 phone \ud83d of Kari', 'phone of Kari'],
  ])('turns %j into %j', (typed, name) => {
    expect(passkeyNameOf(typed)).toBe(name);
  });

  it.each(['', '   ', '\u0000\u200b'])('returns nothing for %j', (typed) => {
    expect(passkeyNameOf(typed)).toBeUndefined();
  });
});
