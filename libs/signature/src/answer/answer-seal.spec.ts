import { execFile } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { checkAnswer, type AnswerToCheck } from './check-answer.js';
import { issueBankSeal, issueSandboxCa, type IssuedPem } from '../issue/issue.js';
import { formatSerial } from '../request/key-id.js';
import {
  createAnswerSealer,
  sealAlgorithmOf,
  sealSignature,
  sealSignatureInPool,
} from './seal-answer.js';
import { decodeEncodedWords } from '../request/rfc2047.js';
import {
  ANSWER_ALGORITHMS,
  parseSignatureHeader,
  type SignatureAlgorithm,
  type SignatureParts,
} from '../request/signature-header.js';
import { keyIdOf, signatureText, signingCertificate } from '../request/signature-text.js';

const run = promisify(execFile);
const now = new Date('2026-11-20T10:15:30Z');
const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2027-01-01') };
const body = Buffer.from('{"transactionStatus":"RCVD"}');
const sent = new Map([
  ['x-request-id', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'],
  ['location', '/v1/payments/x/1'],
  ['content-type', 'application/json'],
]);

/** The seal of the test, and its algorithm. */
let seal: IssuedPem;
let algorithm: SignatureAlgorithm;
let seals: Readonly<Record<SignatureAlgorithm, IssuedPem>>;
let other: IssuedPem;
beforeAll(async () => {
  const ca = await issueSandboxCa({ commonName: 'Bøk, 1', organisation: 'O', ...validity });
  const bank = { ca, organisation: 'B', organizationIdentifier: 'PSDNO-FSA-1', ...validity };
  const sealOf = (by: SignatureAlgorithm) =>
    issueBankSeal({ ...bank, commonName: 'Seal', algorithm: by });
  seals = {
    'ecdsa-sha256': await sealOf('ecdsa-sha256'),
    'rsa-sha256': await sealOf('rsa-sha256'),
  };
  seal = seals['ecdsa-sha256'];
  other = await issueBankSeal({ ...bank, commonName: 'Other' });
});

/** A sealed answer, and what a TPP makes of it. */
function sealed(change: Partial<AnswerToCheck> = {}, octets: Buffer | string = body) {
  const prepared = createAnswerSealer(seal)({
    body: octets,
    header: (name) => sent.get(name),
    now,
  });
  const { date, digest, signature } = prepared.finish(sealSignature(prepared));
  const headers = { ...Object.fromEntries(sent), Date: date, Digest: digest, Signature: signature };
  return {
    text: prepared.signingString.toString(),
    answer: {
      rawHeaders: Object.entries(headers).flat(),
      body: Buffer.from(octets),
      now,
      certificate: signingCertificate(seal.certificate),
      ...change,
    },
  };
}

const SIGNED = 'date digest x-request-id location';
/** A Signature header of the bank's seal that lists these headers; its value is wrong. */
const signatureOver = (headers: string) =>
  signatureText({
    keyId: keyIdOf(signingCertificate(seal.certificate)),
    algorithm,
    headers: headers.split(' '),
    signature: Buffer.from('x'),
  });

const without = ({ rawHeaders, ...rest }: AnswerToCheck, name: string): AnswerToCheck => ({
  ...rest,
  rawHeaders: rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)] !== name),
});
const withHeader = (answer: AnswerToCheck, name: string, value: string): AnswerToCheck => ({
  ...answer,
  rawHeaders: [...without(answer, name).rawHeaders, name, value],
});

describe.each<SignatureAlgorithm>(['ecdsa-sha256', 'rsa-sha256'])(
  'checkAnswer and the seal of an answer by %s',
  (by) => {
    beforeEach(() => {
      algorithm = by;
      seal = seals[by];
    });

    it('names the algorithm of the certificate, and is refused under any other name', () => {
      const { answer } = sealed();
      const value = decodeEncodedWords(answer.rawHeaders.at(-1)!)!;
      expect(value).toContain(`algorithm="${by}"`);
      const another = by === 'rsa-sha256' ? 'ecdsa-sha256' : 'rsa-sha256';
      for (const name of [another, 'hs2019', 'SHA256withRSA']) {
        const renamed = withHeader(answer, 'Signature', value.replace(by, name));
        expect(checkAnswer(renamed)).toMatchObject({ reason: 'algorithm-unsupported' });
      }
    });

    it('signs Date, Digest, X-Request-ID and Location', () => {
      const { text, answer } = sealed();
      expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
        'date',
        'digest',
        'x-request-id',
        'location',
      ]);
      expect(text).toContain('date: Fri, 20 Nov 2026 10:15:30 GMT\n');
      expect(checkAnswer(answer)).toBeUndefined();
    });

    it('is made on the thread pool, too', async () => {
      const prepared = createAnswerSealer(seal)({ body, header: () => undefined, now });
      const { publicKey } = signingCertificate(seal.certificate);
      for (const signature of [await sealSignatureInPool(prepared), sealSignature(prepared)]) {
        expect(verify('sha256', prepared.signingString, publicKey, signature)).toBe(true);
      }
    });

    it('holds for openssl, which shares no code with the bank', async () => {
      const prepared = createAnswerSealer(seal)({ body, header: (name) => sent.get(name), now });
      const folder = await mkdtemp(join(tmpdir(), 'nordgate-seal-'));
      const write = (name: string, content: string | Buffer) =>
        writeFile(join(folder, name), content);
      await write('bank-seal.pem', seal.certificate);
      await write('answer-string.txt', prepared.signingString);
      await write('answer.sig', sealSignature(prepared));
      const openssl = (command: string) => run('openssl', command.split(' '), { cwd: folder });
      await openssl('x509 -in bank-seal.pem -noout -pubkey -out bank.pub.pem');
      const check = 'dgst -sha256 -verify bank.pub.pem -signature answer.sig answer-string.txt';
      expect((await openssl(check)).stdout).toBe('Verified OK\n');
      await rm(folder, { recursive: true });
    });

    it('signs the digest of empty content for an answer without a body', () => {
      const { text, answer } = sealed({}, '');
      expect(text).toContain('digest: SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n');
      expect(checkAnswer(answer)).toBeUndefined();
    });

    it('accepts an answer to HEAD without checking the body', () => {
      expect(checkAnswer({ ...sealed().answer, body: undefined })).toBeUndefined();
    });

    it.each<[string, (answer: AnswerToCheck) => AnswerToCheck, string, string | undefined]>([
      ['no Signature', (one) => without(one, 'Signature'), 'header-missing', 'Signature'],
      ['no Digest', (one) => without(one, 'Digest'), 'header-missing', 'Digest'],
      ['no Date', (one) => without(one, 'Date'), 'header-missing', 'Date'],
      [
        'two Digests',
        (one) => ({ ...one, rawHeaders: [...one.rawHeaders, 'digest', 'SHA-256=x'] }),
        'header-duplicated',
        'Digest',
      ],
      ['a lost Location', (one) => without(one, 'location'), 'listed-header-absent', 'Location'],
      [
        'another Location',
        (one) => withHeader(one, 'location', '/v1'),
        'signature-invalid',
        'Signature',
      ],
      ['another body', (one) => ({ ...one, body: Buffer.from('{}') }), 'digest-mismatch', 'Digest'],
      [
        'an old Date',
        (one) => ({ ...one, now: new Date(now.getTime() + 61_000) }),
        'date-off',
        'Date',
      ],
      [
        'no words at all',
        (one) => withHeader(one, 'Signature', 'x'),
        'signature-malformed',
        'Signature',
      ],
      [
        'another certificate',
        (one) => ({ ...one, certificate: signingCertificate(other.certificate) }),
        'key-id-serial-mismatch',
        'Signature',
      ],
      [
        'another request',
        (one) => ({ ...one, requestId: 'mine' }),
        'other-request',
        'X-Request-ID',
      ],
    ])('rejects an answer with %s', (_what, change, reason, path) => {
      expect(checkAnswer(change(sealed().answer))).toMatchObject({ reason, path });
    });

    it.each<[string, (answer: AnswerToCheck) => AnswerToCheck, string, string]>([
      [
        'without a header that the signature lists',
        (one) => without(one, 'location'),
        'Location',
        'The signature lists a header that the answer does not have.',
      ],
      [
        'whose signature lists (request-target), which only a request has',
        (one) => withHeader(one, 'Signature', signatureOver(`${SIGNED} (request-target)`)),
        '(request-target)',
        'The signature lists a header that the answer does not have.',
      ],
      [
        'whose signature does not list a header',
        (one) => withHeader(one, 'Signature', signatureOver('date x-request-id location')),
        'Digest',
        'The signature of the answer has to cover the header.',
      ],
      [
        'with a changed header',
        (one) => withHeader(one, 'location', '/v1'),
        'Signature',
        'The signature does not match the answer.',
      ],
      [
        'signed with another certificate',
        (one) => ({ ...one, certificate: signingCertificate(other.certificate) }),
        'Signature',
        'The answer is signed with another certificate than the given one.',
      ],
      [
        'signed with a certificate of another issuer',
        (one) => ({ ...one, certificate: { ...one.certificate, issuer: [] } }),
        'Signature',
        'The answer is signed with a certificate of another issuer.',
      ],
      [
        'to another request',
        (one) => ({ ...one, requestId: 'mine' }),
        'X-Request-ID',
        'It answers another request.',
      ],
      [
        'with a changed body',
        (one) => ({ ...one, body: Buffer.from('{}') }),
        'Digest',
        'Digest does not match the body.',
      ],
    ])('tells the TPP why it rejects an answer %s', (_what, change, path, text) => {
      expect(checkAnswer(change(sealed().answer))).toMatchObject({ path, text });
    });

    it('accepts an answer to the request that was sent', () => {
      expect(
        checkAnswer({ ...sealed().answer, requestId: sent.get('x-request-id')! }),
      ).toBeUndefined();
    });

    it('rejects an answer whose signature does not cover a header that it must cover', () => {
      const prepared = createAnswerSealer(seal)({ body, header: () => undefined, now });
      const { date, digest, signature } = prepared.finish(sealSignature(prepared));
      const bare = sealed({ rawHeaders: ['Date', date, 'Digest', digest, 'Signature', signature] });
      expect(checkAnswer(bare.answer)).toBeUndefined();
      const moved = withHeader(bare.answer, 'location', '/v1/elsewhere');
      expect(checkAnswer(moved)).toMatchObject({ reason: 'header-not-covered', path: 'Location' });
    });

    it('rejects an answer when any octet of the body, of a signed header or of the signature differs', () => {
      const { answer } = sealed();
      const signed = ['Date', 'Digest', 'x-request-id', 'location', 'Signature', 'body'];
      const places = fc.record({
        at: fc.constantFrom(...signed),
        index: fc.nat(),
        bit: fc.integer({ min: 0, max: 6 }),
      });
      fc.assert(
        fc.property(places, ({ at, index, bit }) => {
          expect(checkAnswer(flipped(answer, at, index, bit))).toBeDefined();
        }),
        { numRuns: 500 },
      );
    });
  },
);

/** The answer with one bit changed in its body or in one of its headers. */
function flipped(answer: AnswerToCheck, place: string, index: number, bit: number): AnswerToCheck {
  const flip = (octets: Buffer) => {
    const copy = Buffer.from(octets);
    const at = index % copy.length;
    copy[at] = copy[at]! ^ (1 << bit);
    return copy;
  };
  if (place === 'body') return { ...answer, body: flip(answer.body ?? body) };
  const at = answer.rawHeaders.indexOf(place) + 1;
  if (place === 'Signature') {
    const { signature, ...parts } = parseSignatureHeader(
      answer.rawHeaders[at]!,
      ANSWER_ALGORITHMS,
    ) as SignatureParts;
    const value = signatureText({ ...parts, signature: flip(signature) });
    return { ...answer, rawHeaders: answer.rawHeaders.with(at, value) };
  }
  const value = flip(Buffer.from(answer.rawHeaders[at]!, 'latin1')).toString('latin1');
  return { ...answer, rawHeaders: answer.rawHeaders.with(at, value) };
}

describe('createAnswerSealer', () => {
  it('finds the certificate of its key among several', () => {
    const several = other.certificate + seals['rsa-sha256'].certificate;
    const made = createAnswerSealer({ key: seals['rsa-sha256'].key, certificate: several });
    const { signature } = made({ body, header: () => undefined, now }).finish(Buffer.from('x'));
    const { serial } = signingCertificate(seals['rsa-sha256'].certificate);
    expect(decodeEncodedWords(signature)).toContain(`SN=${formatSerial(serial)}`);
  });

  it.each([
    ['of a weaker curve', () => generateKeyPairSync('ec', { namedCurve: 'secp224r1' })],
    ['of another curve', () => generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
    ['for Ed25519', () => generateKeyPairSync('ed25519')],
    ['for RSA of 1024 bits', () => generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ])('has no algorithm for a key %s', (_which, pair) => {
    expect(sealAlgorithmOf(pair())).toBeUndefined();
  });

  it.each([
    ['a key that is not the certificate’s', () => ({ ...seal, key: other.key }), 'not the one'],
    ['no key', () => ({ ...seal, key: 'nothing' }), 'cannot be read'],
    ['no certificate', () => ({ ...seal, certificate: 'nothing' }), 'malformed'],
  ])('throws for %s', (_what, identity, said) => {
    expect(() => createAnswerSealer(identity())).toThrow(said);
  });
});
