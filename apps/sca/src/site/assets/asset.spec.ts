import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { passkeyIntegrity, passkeyScript } from './asset.loader.js';

describe('the script for passkeys', () => {
  it('is a script, and its hash in the pages is the hash of its text', () => {
    expect(() => new Script(passkeyScript)).not.toThrow();
    const hash = createHash('sha256').update(passkeyScript).digest('base64');
    expect(passkeyIntegrity).toBe(`sha256-${hash}`);
  });

  it('turns bytes into base64url and back', () => {
    for (const replacement of [
      String.raw`.replace(/\+/g, '-')`,
      String.raw`.replace(/\//g, '_')`,
    ]) {
      expect(passkeyScript).toContain(replacement);
    }
  });
});
