import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { aPayment, anInstruction, moments } from '../testing/a-payment.js';
import { ownAccounts, toInitiate } from '../testing/payment-commands.js';
import { initiatePayment, paymentReceipt } from './initiate-payment.js';

const { given } = spec(paymentStream, initiatePayment);
const receiptAfter = (events: Parameters<typeof given>) =>
  paymentReceipt(fold(paymentStream, events));

describe('initiating a payment', () => {
  it('keeps the instruction as the TPP sent it, with the time at which the edge took it', () => {
    const command = toInitiate();
    given()
      .when(command)
      .then({
        type: 'PaymentInitiated',
        data: { ...command.data, acceptedAt: '2030-03-01T09:00:00.000Z' },
      })
      .again()
      .thenNothing();
  });

  it('needs SCA, though an older gateway says that it is exempt: nobody has counted it', () => {
    const { data, ...command } = toInitiate();
    const exempt = { ...command, data: { ...data, exemption: ownAccounts } };
    given()
      .when(exempt)
      .then(...aPayment().initiated());
  });

  it('has a receipt that says whether it is exempt from SCA', () => {
    const exempt = aPayment().with({ exemption: ownAccounts }).initiated();
    expect(receiptAfter([...exempt])).toMatchObject({ transactionStatus: 'ACTC', isExempt: true });
    expect(receiptAfter([...aPayment().initiated()])).not.toHaveProperty('isExempt');
  });

  it('knows the same request again, however the payment stands by then', () => {
    const { initiated, authorised, rejected, cancelled } = aPayment();
    for (const history of [initiated(), authorised(), rejected(), cancelled()]) {
      given(...history)
        .when(toInitiate())
        .thenNothing()
        .again()
        .thenNothing();
    }
  });

  it('takes a request for the same one by its fingerprint alone, whenever it comes', () => {
    const late = toInitiate();
    given(...aPayment().initiated())
      .when({ ...late, meta: { ...late.meta, at: moments.cancelled } })
      .thenNothing()
      .again()
      .thenNothing();
  });

  it('refuses another request under the id of this one', () => {
    const other = toInitiate({ fingerprint: 'fingerprint-of-another-request' });
    given(...aPayment().initiated())
      .when(other)
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('refuses another request though it asks for the same amount and payee', () => {
    const fingerprint = 'fingerprint-with-another-redirect-uri';
    given(...aPayment().authorised())
      .when(toInitiate({ fingerprint, instruction: anInstruction }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });
});

describe('the answer to an initiation', () => {
  const { initiated, authorised, rejected, cancelled } = aPayment();

  it.each([
    ['RCVD', initiated()],
    ['ACTC', authorised()],
    ['RJCT', rejected()],
    ['CANC', cancelled()],
  ])('says %s, whose request made the payment, and when', (transactionStatus, history) => {
    const fingerprint = 'fingerprint-of-the-request';
    const acceptedAt = '2030-03-01T09:00:00.000Z';
    expect(receiptAfter([...history])).toEqual({ transactionStatus, fingerprint, acceptedAt });
  });

  it('does not exist for a payment that does not exist', () => {
    expect(() => receiptAfter([])).toThrow('does not exist');
  });
});
