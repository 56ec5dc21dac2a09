import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProfileBrand } from '@nordgate/contracts/profile';

/** A file of the pages, under an address that changes with its content: browsers keep it for a year. */
interface Asset {
  /** The address, with the hash of the content. */
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
}

const hashLength = 16;

/** Reads a file of this folder while the module loads: a missing file stops the start. */
function read(name: string, contentType: string): Asset {
  return assetOf(name, contentType, readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'));
}

/** A file with this name, type and text. */
function assetOf(name: string, contentType: string, text: string): Asset {
  const [stem = '', ending = ''] = name.split('.');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, hashLength);
  return { path: `/assets/${stem}-${hash}.${ending}`, contentType, text };
}

/** The style sheet of all pages. */
export const styleSheet = read('site.css', 'text/css; charset=utf-8');

/** The script of pages on which a passkey is used or created. */
export const passkeyScript = read('passkey.js', 'text/javascript; charset=utf-8');

/** The icon of the site. */
export const icon = read('icon.svg', 'image/svg+xml');

const hash = createHash('sha256').update(passkeyScript.text).digest('base64');

/** The hash by which browsers run this script and no other text (Subresource Integrity). */
export const passkeyIntegrity = `sha256-${hash}`;

const assets: readonly Asset[] = [styleSheet, passkeyScript, icon];
const named = /^([a-z]+)(?:-[0-9a-f]+)?(\.[a-z]+)$/;

/**
 * The file of the site or of a brand that an address under `/assets` means: also without its hash, or with the hash of another
 * release, whose pages a browser may still show. Undefined for other names.
 */
export function assetNamed(name: string, brand: readonly Asset[]): Asset | undefined {
  const [, stem = '', ending = ''] = named.exec(name) ?? [];
  if (stem === '') return undefined;
  return [...assets, ...brand].find(
    ({ path }) => path.startsWith(`/assets/${stem}-`) && path.endsWith(ending),
  );
}

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
