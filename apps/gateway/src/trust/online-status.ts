import type { OcspStatus, OcspStatuses } from '@nordgate/service/process';
import { refuse } from '@nordgate/signature';
import type { TppCertificate } from '@nordgate/signature';
import { RequestError, unavailable } from '../reply/request-error.js';

/** The statuses of certificates by OCSP, and whether a certificate needs one. */
export interface OnlineStatuses {
  readonly ocsp: Pick<OcspStatuses, 'responderOf' | 'statusOf' | 'firstStatusOf'>;
  /** False in the sandbox, where only `revoked` counts. */
  readonly isRequired: boolean;
}

type Checked = Pick<TppCertificate, 'issuedBy' | 'serial' | 'listedUntil'>;

/**
 * Requires that a certificate of a verified request is not revoked by the responder of its CA. It waits for a
 * responder only at the first request with the certificate, and briefly. Throws RequestError: as for a
 * revocation list when the certificate is revoked or unknown to the responder, 503 without an answer. A current
 * revocation list takes the place of an answer where the configuration allows it.
 */
export function requireOnlineStatus(
  certificate: Checked,
  { ocsp, isRequired }: OnlineStatuses,
  now: Date,
): Promise<void> | undefined {
  const { issuedBy: issuer, serial } = certificate;
  const responder = ocsp.responderOf(issuer);
  if (responder === undefined) return undefined;
  const isListed = (certificate.listedUntil?.getTime() ?? 0) >= now.getTime();
  const isEnough = !isRequired || (isListed && responder.withoutAnswer !== 'refuse');
  const subject = { issuer, serial };
  const status = ocsp.statusOf(subject, now);
  if (status.is === 'good') return undefined;
  return status.is === 'unanswered'
    ? ocsp.firstStatusOf(subject, now).then((first) => requireGood(first, isEnough))
    : Promise.resolve(requireGood(status, isEnough));
}

function requireGood({ is }: OcspStatus, isEnough: boolean): void {
  if (is === 'revoked') throw new RequestError([refuse('certificate-revoked', certificateHeader)]);
  if (is === 'good' || isEnough) return;
  if (is === 'unanswered') throw unavailable();
  throw new RequestError([refuse('revocation-unknown', certificateHeader)]);
}

const certificateHeader = 'TPP-Signature-Certificate';
