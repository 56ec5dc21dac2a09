import { Description, Optional } from '../base/fields/field.js';
import { Pattern } from '../base/fields/values.js';
import { formatFault } from '../interface/reading/fault.js';
import type { BodyFault } from '../interface/reading/fault.js';
import type { Partly } from '../interface/reading/rule.js';
import { svgFault } from './svg-shapes.js';

const colourForm = /^#[0-9a-f]{6}$/u;
/** A text of that length which begins as a picture does; `svgFault` reads all of it. */
const logoForm = /^\s*<svg[^]{0,20000}$/u;

/** How the approval site looks: the bank's own mark and colour. */
export class ProfileBrand {
  @Optional()
  @Pattern(logoForm, 'profile.logoForm')
  @Description(
    'The logo as SVG of shapes alone, shown beside the name and as the icon. Text, up to 20,000 characters.',
  )
  logo?: string;

  @Optional()
  @Pattern(colourForm, 'profile.colour')
  @Description(
    'The colour of buttons, links and the name on light ground, such as #0b5d4b. Required with colourDark.',
  )
  colour?: string;

  @Optional()
  @Pattern(colourForm, 'profile.colour')
  @Description('The same on dark ground. Required with colour.')
  colourDark?: string;
}

/** Where the brand's colour stands on the site: as text on these grounds, and under the text of a button. */
export const BRAND_GROUNDS = {
  colour: {
    '--ground': '#f3f5f4',
    '--card': '#ffffff',
    '--note-ground': '#eaf3f0',
    '--on-brand': '#ffffff',
  },
  colourDark: {
    '--ground': '#131917',
    '--card': '#1c2422',
    '--note-ground': '#1d312b',
    '--on-brand': '#0c1a16',
  },
} as const;

/** The least contrast of text. Source: WCAG 2.2, 1.4.3, level AA. */
const contrastMin = 4.5;

/** The faults of a brand: a picture that is more than shapes, one colour alone, or one that cannot be read. */
export function brandFaults({ colour, colourDark, logo }: Partly<ProfileBrand> = {}): BodyFault[] {
  const why = logo === undefined ? undefined : svgFault(logo.trim());
  return [
    ...(why === undefined ? [] : [formatFault(['brand', 'logo'], 'profile.logo', { why })]),
    ...(colour !== undefined && colourDark === undefined
      ? [formatFault(['brand', 'colourDark'], 'member.required')]
      : []),
    ...(colour === undefined && colourDark !== undefined
      ? [formatFault(['brand', 'colour'], 'member.required')]
      : []),
    ...contrastFaults('colour', colour),
    ...contrastFaults('colourDark', colourDark),
  ];
}

function contrastFaults(member: 'colour' | 'colourDark', colour: string | undefined): BodyFault[] {
  if (colour === undefined || !colourForm.test(colour)) return [];
  const grounds = Object.values(BRAND_GROUNDS[member]);
  const worst = grounds
    .map((ground) => ({ ground, ratio: contrastOf(colour, ground) }))
    .reduce((a, b) => (b.ratio < a.ratio ? b : a));
  if (worst.ratio >= contrastMin) return [];
  // Rounded down: a ratio just below the limit must not read as the limit.
  const ratio = (Math.floor(worst.ratio * 100) / 100).toFixed(2);
  return [formatFault(['brand', member], 'profile.contrast', { ground: worst.ground, ratio })];
}

/** The contrast of two colours, from 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Source: WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
