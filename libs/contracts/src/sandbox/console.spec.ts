import { createSecretKey } from 'node:crypto';
import { consoleCodeHash, consoleCodeOf } from './console.js';

const key = createSecretKey(Buffer.alloc(32, 7));
const request = { tpp: 'PSDNO-FSA-900000001', requestId: 'a-request' };

describe('a code for the console', () => {
  it('is the same for a repeated request, and another for each TPP, request and key', () => {
    const code = consoleCodeOf(key, request);
    expect(code).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
    expect(consoleCodeOf(key, { ...request })).toBe(code);
    const others = [
      consoleCodeOf(key, { ...request, tpp: 'PSDNO-FSA-900000002' }),
      consoleCodeOf(key, { ...request, requestId: 'another' }),
      consoleCodeOf(createSecretKey(Buffer.alloc(32, 8)), request),
    ];
    expect(new Set([code, ...others]).size).toBe(4);
  });

  it('has the same hash however it is written', () => {
    const code = consoleCodeOf(key, request);
    const written = [code, code.toUpperCase(), ` ${code.replaceAll('-', ' ')}\n`];
    expect(new Set(written.map(consoleCodeHash)).size).toBe(1);
    expect(consoleCodeHash(code.replace(/.$/, 'g'))).not.toBe(consoleCodeHash(code));
  });
});
