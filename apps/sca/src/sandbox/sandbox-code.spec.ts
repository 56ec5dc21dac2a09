import { createSecretKey } from 'node:crypto';
import { sandboxCodeMethod, sandboxCodeOf } from './sandbox-code.js';
import type { Approval } from '../site/challenge/sca-method.js';

const key = createSecretKey(Buffer.alloc(32, 7));
const approval: Approval = {
  authorisationId: 'aut-1',
  customerId: 'cus-1',
  context: 'PRIVATE',
  approves: [
    { paymentId: 'pay-1', hash: 'hash-1' },
    { paymentId: 'pay-2', hash: 'hash-2' },
  ],
};

describe('the sandbox code', () => {
  const code = sandboxCodeOf(key, approval);

  it('has six digits and stays the same for the same approval', () => {
    expect(code).toMatch(/^\d{6}$/);
    expect(sandboxCodeOf(key, { ...approval, approves: approval.approves.toReversed() })).toBe(
      code,
    );
  });

  it.each<readonly [string, Partial<Approval>]>([
    ['another amount or payee', { approves: [{ paymentId: 'pay-1', hash: 'hash-3' }] }],
    ['another context', { context: 'CORPORATE', corporateId: 'agr-1' }],
    ['another authorisation', { authorisationId: 'aut-2' }],
    ['an approval without payments', { approves: [] }],
  ])('differs for %s (RTS on SCA, Article 5)', (_about, change) => {
    expect(sandboxCodeOf(key, { ...approval, ...change })).not.toBe(code);
  });

  it('keeps leading zeros', () => {
    const codes = Array.from({ length: 300 }, (_, i) =>
      sandboxCodeOf(key, { ...approval, authorisationId: `aut-${String(i)}` }),
    );
    expect(codes.every((one) => /^\d{6}$/.test(one))).toBe(true);
    expect(codes.some((one) => one.startsWith('0'))).toBe(true);
  });

  it('is accepted as shown or typed with blanks, and in no other form', async () => {
    const method = sandboxCodeMethod({ current: 'A', keys: { A: key } });
    expect(await method.proves(code, approval)).toBe(true);
    expect(await method.proves(` ${code.slice(0, 3)} ${code.slice(3)} `, approval)).toBe(true);
    for (const wrong of ['', '0', `${code}0`, code.slice(1), 'abcdef']) {
      expect(await method.proves(wrong, approval)).toBe(false);
    }
  });

  it('is accepted from a page of an older key until that key is withdrawn', async () => {
    const next = createSecretKey(Buffer.alloc(32, 8));
    const rotated = sandboxCodeMethod({ current: 'B', keys: { A: key, B: next } });
    expect(await rotated.onPage(approval)).toMatchObject({ code: sandboxCodeOf(next, approval) });
    expect(await rotated.proves(code, approval)).toBe(true);
    const withdrawn = sandboxCodeMethod({ current: 'B', keys: { B: next } });
    expect(await withdrawn.proves(code, approval)).toBe(false);
  });
});
