import { brandFaults, contrastOf } from './brand.js';
import { ProfileError, parseProfile } from './read-profile.js';

const written = (brand: Parameters<typeof brandFaults>[0]) =>
  brandFaults(brand).map(({ at, rule, params }) => [`/${at.join('/')}`, rule, params]);

describe('the brand of a bank', () => {
  it('is taken with colours that can be read', () => {
    expect(written({ colour: '#0b5d4b', colourDark: '#7fd1bb' })).toEqual([]);
    expect(written({})).toEqual([]);
  });

  it('needs both colours or none', () => {
    expect(written({ colour: '#0b5d4b' })).toMatchObject([
      ['/brand/colourDark', 'member.required', {}],
    ]);
    expect(written({ colourDark: '#7fd1bb' })).toMatchObject([
      ['/brand/colour', 'member.required', {}],
    ]);
  });

  it('is refused with a colour that cannot be read, which names the worst ground and the ratio', () => {
    expect(written({ colour: '#7fd1bb', colourDark: '#0b5d4b' })).toMatchObject([
      ['/brand/colour', 'profile.contrast', { ground: '#eaf3f0', ratio: '1.58' }],
      ['/brand/colourDark', 'profile.contrast', { ground: '#1d312b', ratio: '1.75' }],
    ]);
  });

  it('stops the start with the line of the profile', () => {
    const read = () =>
      parseProfile('brand:\n  colour: "#7fd1bb"\n  colourDark: "#7fd1bb"\n', 'bank.yaml');
    expect(read).toThrow(ProfileError);
    expect(read).toThrow(
      'bank.yaml:2: /brand/colour: The colour has a contrast of 1.58 on #eaf3f0, and text needs 4.5.',
    );
  });

  it('is refused with a logo that is more than shapes', () => {
    const logo = '<svg onload="alert(1)"/>';
    expect(written({ logo })).toMatchObject([['/brand/logo', 'profile.logo', {}]]);
  });
});

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.478],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 2);
  });
});
