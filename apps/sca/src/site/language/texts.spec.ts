import { en } from './en.js';
import type { TextKey } from './en.js';
import { nb } from './nb.js';
import { textsOf } from './texts.js';

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('the texts', () => {
  it.each(Object.keys(en) as TextKey[])('%s says the same in both languages', (key) => {
    expect(nb[key]).not.toBe('');
    expect(placeholders(nb[key])).toEqual(placeholders(en[key]));
  });

  it('are filled in, and leave alone what nobody fills in', () => {
    expect(textsOf('en')('back.to', { tpp: 'Penger AS' })).toBe('Back to Penger AS');
    expect(textsOf('nb')('back.to', { tpp: '$& {tpp}' })).toBe('Tilbake til $& {tpp}');
    expect(textsOf('en')('back.to')).toBe('Back to {tpp}');
  });
});
