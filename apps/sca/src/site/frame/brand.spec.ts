import { BRAND_GROUNDS } from '@nordgate/contracts/profile';
import { renderWaiting } from '../log-in/log-in.page.js';
import { assetNamed, icon, styleSheet, brandOf } from './asset.loader.js';

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>';
const brand = brandOf({ logo: `${logo}\n`, colour: '#5a2a83', colourDark: '#cbb2e6' });
const htmlWith = (change: object) =>
  renderWaiting(
    { language: 'en', environment: 'sandbox', bankName: 'Fjord', address: '/', ...change },
    { key: 'waiting.title' },
    {},
  );

describe('the brand of a bank', () => {
  it('is a mark beside the name and in the tab, and a style sheet after that of the site', () => {
    const html = htmlWith({ brand });
    expect(html).toContain(`<img src="${brand.mark.path}" alt=""> Fjord`);
    expect(html).toContain(`<link rel="icon" href="${brand.mark.path}" type="image/svg+xml">`);
    const sheets = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path);
    expect(sheets).toEqual([styleSheet.path, brand.styleSheet?.path]);
  });

  it('is that of Nordgate without one', () => {
    expect(brandOf()).toEqual({ mark: icon, assets: [icon] });
    expect(htmlWith({})).toContain(`<img src="${icon.path}" alt="">`);
  });

  it('is served under addresses with the hash of its content', () => {
    expect(brand.mark).toMatchObject({ contentType: 'image/svg+xml', text: logo });
    expect(brand.styleSheet?.text).toContain('--brand: light-dark(#5a2a83, #cbb2e6);');
    for (const asset of [brand.mark, brand.styleSheet!]) {
      expect(asset.path).toMatch(/^\/assets\/(?:logo|brand)-[0-9a-f]{16}\.(?:svg|css)$/);
      expect(assetNamed(asset.path.slice('/assets/'.length), brand.assets)).toBe(asset);
    }
    expect(assetNamed('logo.svg', brandOf().assets)).toBeUndefined();
  });

  it.each(Object.entries(BRAND_GROUNDS.colour))(
    'is checked against the colours of the style sheet: %s',
    (name, light) => {
      const dark = BRAND_GROUNDS.colourDark[name as keyof typeof BRAND_GROUNDS.colourDark];
      expect(styleSheet.text).toContain(`${name}: light-dark(${light}, ${dark});`);
    },
  );
});
