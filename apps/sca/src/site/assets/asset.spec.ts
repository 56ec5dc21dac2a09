import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { passkeyIntegrity, passkeyScript } from './asset.loader.js';

describe('the script for passkeys', () => {
  it('parses, and the hash in the pages is the hash of its text', () => {
    expect(() => new Script(passkeyScript)).not.toThrow();
    const hash = createHash('sha256').update(passkeyScript).digest('base64');
    expect(passkeyIntegrity).toBe(`sha256-${hash}`);
  });

  it('escapes both special characters of base64url', () => {
    for (const replacement of [
      String.raw`.replace(/\+/g, '-')`,
      String.raw`.replace(/\//g, '_')`,
    ]) {
      expect(passkeyScript).toContain(replacement);
    }
  });
});
