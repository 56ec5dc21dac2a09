import { fromGo } from './strict-schema.js';

describe('a pattern of Go', () => {
  it.each([
    ['^(?i)(abort|warn)?$', 'Abort', true],
    ['^(?i)(abort|warn)?$', 'abort?', false],
    ['^(a|b)?$', 'A', false],
    ['^(a|b)?$', 'b', true],
  ])('%s decides in JavaScript about %s as in Go: %s', (pattern, text, isMatch) => {
    expect(new RegExp(fromGo(pattern)).test(text)).toBe(isMatch);
  });

  it('without flags stays as it is', () => {
    expect(fromGo('^(?:a|[(]?i[)])$')).toBe('^(?:a|[(]?i[)])$');
  });
});
