import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import {
  brandOf,
  assetNamed,
  passkeyIntegrity,
  passkeyScript,
  styleSheet,
} from './asset.loader.js';

describe('the script for passkeys', () => {
  it('parses, and the hash in the pages is the hash of its text', () => {
    expect(() => new Script(passkeyScript.text)).not.toThrow();
    const hash = createHash('sha256').update(passkeyScript.text).digest('base64');
    expect(passkeyIntegrity).toBe(`sha256-${hash}`);
  });

  it('escapes both special characters of base64url', () => {
    for (const replacement of [
      String.raw`.replace(/\+/g, '-')`,
      String.raw`.replace(/\//g, '_')`,
    ]) {
      expect(passkeyScript.text).toContain(replacement);
    }
  });
});

describe('a file of the pages', () => {
  it('is found by its name alone, and with the hash of another release', () => {
    expect(styleSheet.path).toMatch(/^\/assets\/site-[0-9a-f]{16}\.css$/);
    for (const name of ['site.css', 'site-0123456789abcdef.css']) {
      expect(assetNamed(name, brandOf().assets)).toBe(styleSheet);
    }
  });

  it.each(['site', 'site.js', 'other.css', 'site-xyz.css', '../site.css', ''])(
    'is not found as %j',
    (name) => {
      expect(assetNamed(name, brandOf().assets)).toBeUndefined();
    },
  );
});
