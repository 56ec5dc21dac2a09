import fc from 'fast-check';
import { languageChange, languageLinks, pageAddress } from './language-switch.js';

describe('the language switch', () => {
  it('keeps the other parameters of the page', () => {
    const links = languageLinks('/sign/a?context=PRIVATE&method=passkey', 'en');
    expect(links.map(({ href }) => href)).toEqual([
      '/sign/a?context=PRIVATE&method=passkey&language=nb',
      undefined,
      '/sign/a?context=PRIVATE&method=passkey&language=sv',
      '/sign/a?context=PRIVATE&method=passkey&language=da',
    ]);
    expect(links.map(({ name }) => name)).toEqual(['Norsk', 'English', 'Svenska', 'Dansk']);
  });

  it('leads to the same page without the parameter', () => {
    expect(languageChange('/my?after=1&language=sv')).toEqual({
      language: 'sv',
      location: '/my?after=1',
    });
    expect(languageChange('/my?language=da')).toEqual({ language: 'da', location: '/my' });
  });

  it.each(['/my', '/my?language=', '/my?language=fr', '/my?language=toString'])(
    'changes nothing at %s',
    (url) => {
      expect(languageChange(url)).toBeUndefined();
    },
  );

  it('never leads to another host', () => {
    const start = fc.stringMatching(/^[/\\.\t@:a-z]{1,12}$/);
    fc.assert(
      fc.property(start, (path) => {
        const { location = '/' } = languageChange(`${path}?language=sv`) ?? {};
        expect(new URL(location, 'https://bank.example').origin).toBe('https://bank.example');
      }),
    );
  });

  it.each([
    ['POST', '/sign/aut-1/approve', '/sign/aut-1'],
    ['POST', '/sign/aut-1/a-token-of-a-link', '/sign/aut-1/a-token-of-a-link'],
    ['POST', '/my/revoke', '/my'],
    ['POST', '/my/passkeys/aut-1/cancel', '/my/passkeys/aut-1'],
    ['GET', '/my/revoke?access=1', '/my/revoke?access=1'],
  ])('after %s %s is on the page %s', (method, url, page) => {
    expect(pageAddress({ method, url })).toBe(page);
  });
});
