import type { PaymentInstruction } from '@nordgate/contracts/events';
import { findProduct } from '@nordgate/contracts/http';
import type { CreditorInstruction } from '@nordgate/contracts/http';
import { bodyRulesOf, defaultProfile } from '@nordgate/contracts/profile';
import { asSent, soleReferencesIn } from './sole-references.js';

const name = 'norwegian-domestic-credit-transfers';
const context = {
  ...bodyRulesOf(defaultProfile('sandbox'), '2030-01-01'),
  fixes: new Set(['months-of-execution-12']),
};
const kid = '2345676';
const text = { remittanceInformationStructured: kid };
const object = { remittanceInformationStructured: { reference: kid, referenceType: 'SCOR' } };
const list = { remittanceInformationStructuredArray: [{ reference: kid }] };

/** The body with its places, as the gateway reads it. */
function read(
  service: 'payments' | 'bulk-payments' | 'periodic-payments',
  changes: readonly object[],
) {
  const { body } = findProduct(service, name)!.offer;
  const { remittanceInformationUnstructured: _text, ...example } =
    body.example as unknown as Record<string, unknown>;
  const [credit] = (example['payments'] ?? [{}]) as [Record<string, unknown>];
  const { remittanceInformationUnstructured: _each, ...bare } = credit;
  const sent =
    service === 'bulk-payments'
      ? {
          ...example,
          payments: changes.map((change) => ({ ...withoutReferences(bare), ...change })),
        }
      : { ...withoutReferences(example), ...changes[0] };
  const parsed = body.parse(sent, context);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return { sent, parsed };
}

function withoutReferences(body: Record<string, unknown>): Record<string, unknown> {
  const others = Object.entries(body).filter(([member]) => !member.startsWith('remittance'));
  return Object.fromEntries(others);
}

/** What GET shows of a payment. */
const shown = (value: PaymentInstruction, pointers: readonly string[] | undefined) =>
  asSent(value as unknown as CreditorInstruction, '', pointers);

describe('a structured reference', () => {
  it.each([
    ['as a text', text, undefined],
    ['as an object', object, ['']],
    ['in a list', list, undefined],
    ['nowhere', {}, undefined],
  ])('that was sent %s comes back as sent', (_how, change, pointers) => {
    for (const service of ['payments', 'periodic-payments'] as const) {
      const { sent, parsed } = read(service, [change]);
      expect(soleReferencesIn(parsed)).toEqual(pointers);
      expect(shown(parsed.value, soleReferencesIn(parsed))).toEqual(sent);
    }
  });

  it('comes back as sent in each payment of a bulk', () => {
    const { sent, parsed } = read('bulk-payments', [text, object, list, {}, object]);
    const pointers = soleReferencesIn(parsed);
    expect(pointers).toEqual(['/payments/1', '/payments/4']);
    const { payments } = parsed.value as unknown as { payments: readonly CreditorInstruction[] };
    const parts = payments.map((one, part) => asSent(one, `/payments/${String(part)}`, pointers));
    expect(parts).toEqual(sent['payments' as keyof typeof sent]);
  });

  it('is that of a payment of an older release where nothing is known of its form', () => {
    const { parsed } = read('payments', [object]);
    expect(shown(parsed.value, undefined)).toEqual(parsed.value);
  });
});
