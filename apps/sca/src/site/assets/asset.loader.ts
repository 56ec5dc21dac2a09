import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Reads a file of this folder while the module loads: a missing file stops the start. */
function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** The style sheet of all pages. */
export const styleSheet = read('./site.css');

/** The script of pages on which a passkey is used or created. */
export const passkeyScript = read('./passkey.js');

const hash = createHash('sha256').update(passkeyScript).digest('base64');

/** The hash by which browsers run this script and no other text (Subresource Integrity). */
export const passkeyIntegrity = `sha256-${hash}`;
