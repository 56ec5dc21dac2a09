import { generateKeyPairSync } from 'node:crypto';
import { proofOf, sealOf } from '@nordgate/contracts/rules';
import type { Approval } from '@nordgate/contracts/rules';
import { UntrustedEventError } from '@nordgate/decider';
import { createLog } from '@nordgate/telemetry';
import { ApprovalCheck } from './approval-check.js';

const stream = 'authorisation-1';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = new Map([['k1', publicKey]]);
const approval: Approval = {
  resource: { kind: 'payment', paymentId: 'p1' },
  ...{ customerId: 'customer-1', psuId: 'psu-1', context: 'PRIVATE' },
  ...{ approved: [{ paymentId: 'p1', hash: 'hash-1' }], declined: [] },
  at: '2026-03-02T10:05:00.000Z',
};
const sealed = { ...approval, seal: sealOf({ id: 'k1', key: privateKey }, stream, approval) };
const unsealedUntil = '2026-12-01T12:00:00Z';

/** A check at this time, and the lines of its log. */
function checkAt(now: string, until?: string) {
  const lines: string[] = [];
  const log = createLog({ app: 'test', destination: { write: (line) => void lines.push(line) } });
  const trust = { keys, unsealedUntil: until };
  const { check } = new ApprovalCheck(trust, log, () => Date.parse(now));
  return { check, lines };
}

describe('ApprovalCheck', () => {
  it('accepts what sca has sealed, without a line in the log', () => {
    const { check, lines } = checkAt('2030-01-01T00:00:00Z');
    expect(() => check(stream, sealed)).not.toThrow();
    expect(lines).toEqual([]);
  });

  it.each([
    ['missing', 'has no seal', approval],
    ['missing', 'has no seal', undefined],
    ['wrong', 'does not fit its content', { ...sealed, customerId: 'customer-2' }],
    ['unknown-key', 'no key', { ...sealed, seal: { ...sealed.seal, keyId: 'k2' } }],
  ])('throws for a seal that is %s (%s), and logs the stream', (reason, message, forged) => {
    const { check, lines } = checkAt('2026-11-22T12:00:00Z');
    expect(() => check(stream, forged)).toThrow(UntrustedEventError);
    expect(() => check(stream, forged)).toThrow(message);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ stream, reason });
    expect(lines[0]).not.toContain('customer');
  });

  it('accepts an approval without a seal before the end of the upgrade, and logs it', () => {
    const { check, lines } = checkAt('2026-12-01T11:59:59Z', unsealedUntil);
    expect(() => check(stream, approval)).not.toThrow();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ stream });
  });

  it('does not accept it afterwards, whatever time the approval carries', () => {
    const { check } = checkAt('2026-12-01T12:00:00Z', unsealedUntil);
    expect(() => check(stream, approval)).toThrow('has no seal');
  });

  it('never accepts a wrong seal in place of none', () => {
    const { check } = checkAt('2026-11-22T12:00:00Z', unsealedUntil);
    const other = { ...sealed, customerId: 'customer-2' };
    expect(() => check(stream, other)).toThrow('does not fit its content');
  });

  it('accepts a seal that was valid before without another check, as long as its key is known', () => {
    const { seal } = sealed;
    const proof = { ...proofOf(stream, sealed), seal: { ...seal, signature: 'AAAA' } };
    const stateFor = (known: typeof keys) =>
      new ApprovalCheck({ keys: known }, createLog({ app: 'test', level: 'silent' })).stateOf;
    expect(stateFor(keys)(proof)).toBe('wrong');
    expect(stateFor(keys)(proof, true)).toBe('valid');
    expect(stateFor(new Map())(proof, true)).toBe('unknown-key');
    expect(stateFor(keys)({ hash: proof.hash, text: proof.text }, true)).toBe('missing');
  });
});
