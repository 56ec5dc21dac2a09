import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { passkeyScript, passkeyScriptTag } from './passkey-script.js';

describe('the script for passkeys', () => {
  it('is a script, and the pages take no other text for it', () => {
    expect(() => new Script(passkeyScript)).not.toThrow();
    const hash = createHash('sha256').update(passkeyScript).digest('base64');
    expect(passkeyScriptTag).toContain(`integrity="sha256-${hash}"`);
  });

  it('turns octets into base64url and back', () => {
    // The two patterns go through two languages; a lost backslash would match something else.
    expect(passkeyScript).toContain(String.raw`.replace(/\+/g, '-')`);
    expect(passkeyScript).toContain(String.raw`.replace(/\//g, '_')`);
  });
});
