import type { ReportedTransfer } from './single-payments.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { minorUnitFaults } from './amounts.js';
import type { Partly } from '../reading/rule.js';

const required = ['regulatoryReportingCode', 'regulatoryReportingInformation'] as const;
const members = [...required, 'regulatoryReportingAmount'] as const;

/**
 * What a payment reports to the Norwegian register of currency transactions: nothing, or at least its
 * code and its information (specification §9, release 1.23.5).
 */
export function regulatoryReportingFaults(body: Partly<ReportedTransfer>): BodyFault[] {
  const at = ['regulatoryReportingAmount'];
  const amountFaults = minorUnitFaults(body.regulatoryReportingAmount, at);
  if (members.every((name) => body[name] === undefined)) return amountFaults;
  const missing = required.filter((name) => body[name] === undefined);
  return [
    ...amountFaults,
    ...missing.map((name) => formatFault([name], 'regulatoryReporting.incomplete')),
  ];
}
