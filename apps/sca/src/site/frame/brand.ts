import type { ProfileBrand } from '@nordgate/contracts/profile';
import { assetOf, icon } from './asset.loader.js';
import type { Asset } from './asset.loader.js';

/** The mark of a bank, and the style sheet with its colours if it has its own. */
export interface Brand {
  readonly mark: Asset;
  readonly styleSheet?: Asset;
  /** Both, to be served. */
  readonly assets: readonly Asset[];
}

/** The brand of a profile, whose logo and colours were checked when it was read; otherwise that of Nordgate. */
export function brandOf({ colour, colourDark, logo }: Partial<ProfileBrand> = {}): Brand {
  const mark = logo === undefined ? icon : assetOf('logo.svg', 'image/svg+xml', logo.trim());
  if (colour === undefined || colourDark === undefined) return { mark, assets: [mark] };
  const css = `:root {\n  --brand: light-dark(${colour}, ${colourDark});\n}\n`;
  const styleSheet = assetOf('brand.css', 'text/css; charset=utf-8', css);
  return { mark, styleSheet, assets: [mark, styleSheet] };
}
