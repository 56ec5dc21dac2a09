import { upcast } from '@nordgate/decider';
import { anInstruction } from '../testing/a-payment.js';
import { paymentStream } from './payment.js';

const { creditorAgent, creditorAgentName, ...plain } = anInstruction as typeof anInstruction & {
  creditorAgent: string;
  creditorAgentName: string;
};
const firstAgent = { bic: creditorAgent, name: creditorAgentName };
const regulatoryReporting = { code: '14', details: 'Books' };
const reported = { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Books' };

describe.each(['PaymentInitiated', 'PaymentChanged'])('a stored %s of version 1', (type) => {
  const lifted = (instruction: object) =>
    upcast(paymentStream, { type, schemaVersion: 1, data: { by: 'x', instruction } }).data;

  it.each([
    ['nothing that has changed', plain, plain],
    ['an agent', { ...plain, creditorAgent: firstAgent }, anInstruction],
    [
      'an agent without a name',
      { ...plain, creditorAgent: { bic: creditorAgent } },
      { ...plain, creditorAgent },
    ],
    ['nested regulatory reporting', { ...plain, regulatoryReporting }, { ...plain, ...reported }],
    [
      'parts of a bulk with and without an agent',
      { payments: [{ ...plain, creditorAgent: firstAgent }, plain] },
      { payments: [anInstruction, plain] },
    ],
  ])('with %s is read in the form of version 2', (_what, instruction, expected) => {
    expect(lifted(instruction)).toStrictEqual({ by: 'x', instruction: expected });
  });
});
