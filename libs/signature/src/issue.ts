export {
  certifyTppKey,
  issueBankSeal,
  issueSandboxCa,
  issueTppSeal,
  type BankSealRequest,
  type IssuedPem,
  type SandboxCaRequest,
  type TppSealRequest,
  type Validity,
} from './issue/issue.js';
export {
  issueOperatorAuthority,
  issueOperatorCertificate,
  type OperatorCertificateRequest,
} from './issue/issue-operator.js';
export { type Authority } from './issue/psd2-statement-der.js';
