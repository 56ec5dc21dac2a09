import { withParameters } from './exit.js';

describe('the parameters of a return address', () => {
  const merged = (uri: string, parameters: Record<string, string>) =>
    withParameters(new URL(uri), parameters);

  it('start the query of an address without one', () => {
    expect(merged('https://t.example/b', { code: 'X' })).toBe('https://t.example/b?code=X');
    expect(merged('https://t.example/b?', { code: 'X' })).toBe('https://t.example/b?code=X');
  });

  it('follow the query of the TPP, which keeps every byte', () => {
    expect(merged('https://t.example/b?s=a%20b+c&e&%7Ex=%2f', { code: 'X' })).toBe(
      'https://t.example/b?s=a%20b+c&e&%7Ex=%2f&code=X',
    );
  });

  it('stand before a fragment', () => {
    expect(merged('https://t.example/b?s=1#top', { code: 'X' })).toBe(
      'https://t.example/b?s=1&code=X#top',
    );
  });

  it('replace parameters of the same names, in any encoding', () => {
    expect(merged('https://t.example/b?psu-id=me&%70su-id=me&keep=1', { 'psu-id': 'you' })).toBe(
      'https://t.example/b?keep=1&psu-id=you',
    );
  });

  it.each([
    'psu-id',
    'psu-corporate-id',
    'tpp-session-id',
    'context',
    'system',
    'status',
    'code',
    'message',
  ])('leave no %s of the TPP, after success or failure', (name) => {
    const uri = `https://t.example/b?${name}=own&keep=1&${name}&${name.replace('s', '%73')}=own`;
    for (const parameters of [{ 'psu-id': 'p' }, { code: 'X' }] as Record<string, string>[]) {
      const { searchParams } = new URL(merged(uri, parameters));
      expect(searchParams.get('keep')).toBe('1');
      searchParams.delete('keep');
      expect(Object.fromEntries(searchParams)).toEqual(parameters);
    }
  });

  it('keep parameters with similar names, and names that cannot be decoded', () => {
    expect(merged('https://t.example/b?codes=1&%zz=2', { code: 'X' })).toBe(
      'https://t.example/b?codes=1&%zz=2&code=X',
    );
  });

  it('are URL-encoded', () => {
    expect(merged('https://t.example/', { message: 'å & b=c #d' })).toBe(
      'https://t.example/?message=%C3%A5%20%26%20b%3Dc%20%23d',
    );
  });
});
