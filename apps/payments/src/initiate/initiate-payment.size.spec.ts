import { defaultJsonLimits } from '@nordgate/contracts/http';
import { eventBytesMax } from '@nordgate/event-store';
import { aPayment, aTransfer } from '../testing/a-payment.js';
import { toInitiate } from '../testing/payment-commands.js';
import { initiatedBy } from './initiate-payment.js';

describe('the initiation of a payment', () => {
  it('fits into one event with the largest body of the interface, and so does its execution', () => {
    const { bytesMax } = defaultJsonLimits;
    const bulk = {
      debtorAccount: aTransfer.debtorAccount,
      payments: Array.from({ length: 499 }, () => aTransfer),
    };
    const rest = bytesMax - Buffer.byteLength(JSON.stringify(bulk));
    const filled = { ...aTransfer, remittanceInformationUnstructured: 'ø'.repeat(rest / 2) };
    const instruction = { ...bulk, payments: [...bulk.payments, filled] };
    const places = 'remittanceInformationStructured';
    const soleReferences = bulk.payments.map((_, at) => `/payments/${String(at)}/${places}`);
    const { data, meta } = toInitiate();
    const initiated = initiatedBy({ data: { ...data, instruction, soleReferences }, meta });
    const [claimed] = aPayment().with({ instruction }).claimed().slice(-1);
    expect(JSON.stringify(initiated).length).toBeGreaterThan(bytesMax / 2);
    expect(Buffer.byteLength(JSON.stringify(initiated.data))).toBeLessThan(eventBytesMax);
    expect(Buffer.byteLength(JSON.stringify(claimed?.data))).toBeLessThan(eventBytesMax);
  });
});
