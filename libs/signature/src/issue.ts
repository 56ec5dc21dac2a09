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
  issueOperatorCertificate,
  type OperatorCertificateRequest,
} from './issue/issue-operator.js';
export { issueServerCertificate, type ServerCertificateRequest } from './issue/issue-server.js';
export { issueLocalAuthority } from './issue/local-authority.js';
export { type Authority } from './issue/psd2-statement-der.js';
