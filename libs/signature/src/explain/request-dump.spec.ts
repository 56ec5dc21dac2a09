import { firstDifference } from './mistakes.js';
import { headerIn, readDump } from './request-dump.js';

const read = (text: string) => readDump(Buffer.from(text, 'latin1'));

describe('a dump of a request', () => {
  it.each([
    ['LF', 'POST /v1/x?y HTTP/1.1\nDate: now\nDigest:  a \n\n{"a":1}\n'],
    ['CR LF', 'POST /v1/x?y HTTP/1.1\r\nDate: now\r\nDigest: a\r\n\r\n{"a":1}\n'],
    ['the marks of curl -v', '> POST /v1/x?y HTTP/1.1\n> Date: now\n> Digest: a\n> \n{"a":1}\n'],
  ])('is read with %s', (_what, text) => {
    expect(read(text)).toEqual({
      method: 'POST',
      target: '/v1/x?y',
      rawHeaders: ['Date', 'now', 'Digest', 'a'],
      body: Buffer.from('{"a":1}\n'),
    });
  });

  it('has the scheme and the host of an absolute address apart', () => {
    const absolute = read('POST https://bank.example/v1/x?y\nDate: now');
    expect(absolute).toMatchObject({ target: '/v1/x?y', origin: 'https://bank.example' });
    expect(read('GET http://bank.example?y').target).toBe('/?y');
  });

  it('has a body as long as Content-Length says', () => {
    expect(read('POST /v1/x\ncontent-length: 2\n\n{}\n').body.toString()).toBe('{}');
  });

  it('has no body without an empty line', () => {
    expect(read('GET /v1/x\nDate: now').body).toHaveLength(0);
  });

  it('joins a repeated header as the bank does', () => {
    expect(headerIn(read('GET /\nA: 1\na: 2'), 'a')).toBe('1, 2');
    expect(headerIn(read('GET /\nA: 1'), 'b')).toBeUndefined();
  });

  it.each(['', 'hello', 'GET', 'GET /\nno header'])('is rejected with "%s"', (text) => {
    expect(() => read(text)).toThrow('has to be');
  });
});

describe('two signing strings', () => {
  const bank = Buffer.from('date: a\ndigest: b');
  it.each([
    ['date: a\ndigest: b', 'the same'],
    ['date: a\r\ndigest: b', 'octet 7, line 1'],
    ['date: a\ndigest: c', 'octet 16, line 2: the bank has "b", yours "c"'],
    ['date: a\ndigest: b\n', 'octet 17, line 2: the bank has it ends, yours "\\n"'],
    ['date: a', 'yours it ends'],
  ])('differ where %j does', (own, said) => {
    expect(firstDifference(bank, Buffer.from(own))).toContain(said);
  });
});
