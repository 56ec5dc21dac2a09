import type { PaymentInitiated, PaymentInstruction } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';

/** The members of a stored instruction of version 1 that version 2 has in another form. */
interface FirstTransfer {
  readonly creditorAgent?: { readonly bic: string; readonly name?: string };
  readonly regulatoryReporting?: { readonly code: string; readonly details: string };
}

/** A stored instruction of version 1: one transfer, or a bulk of transfers. */
type FirstInstruction = FirstTransfer & { readonly payments?: readonly FirstTransfer[] };

/**
 * Lifts the data of an event with an instruction from version 1 to version 2: `creditorAgent` becomes
 * the BIC with `creditorAgentName` beside it, and `regulatoryReporting` becomes members of the
 * instruction itself (Berlin Group framework 1.3). Such an instruction has another hash afterwards, so
 * an approval page that was open meanwhile has to be loaded again.
 */
export function withInstruction2<Data extends { readonly instruction: FirstInstruction }>(
  data: Data,
): Omit<Data, 'instruction'> & Pick<PaymentInitiated['data'], 'instruction'> {
  const { payments, ...transfer } = data.instruction;
  const lifted = defined({
    ...transferOfVersion2(transfer),
    payments: payments?.map(transferOfVersion2),
  });
  return { ...data, instruction: lifted as unknown as PaymentInstruction };
}

function transferOfVersion2(transfer: FirstTransfer): object {
  const { creditorAgent: agent, regulatoryReporting: reporting, ...unchanged } = transfer;
  return defined({
    ...unchanged,
    creditorAgent: agent?.bic,
    creditorAgentName: agent?.name,
    regulatoryReportingCode: reporting?.code,
    regulatoryReportingInformation: reporting?.details,
  });
}
