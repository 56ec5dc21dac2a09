import { ocspRequest, readOcspResponse } from '@nordgate/signature';
import type { Certificate, OcspAnswer, OcspSubject } from '@nordgate/signature';
import type { OcspResponder } from './ocsp-responders.js';
import { outsideAnswer } from './outside-answer.js';

/** What a response is checked with. */
export interface OcspCheck {
  readonly now: () => Date;
  /** Whether a list of the issuer revokes the certificate of a responder. */
  readonly isRevoked: (responder: Certificate, issuer: Certificate, now: Date) => boolean;
}

const timeoutMs = 5000;
/** A response has one status and at most a few certificates. */
const bytesMax = 64 * 1024;

/**
 * Asks a responder for the status of a certificate by POST (RFC 6960 appendix A.1), and checks the response.
 * Rejects with the reason when there is no valid answer.
 */
export async function askOcsp(
  subject: OcspSubject,
  { url, nonce = 'sent', hash = 'sha1' }: OcspResponder,
  { now, isRevoked }: OcspCheck,
): Promise<OcspAnswer> {
  const request = ocspRequest(subject, { hash, nonce: nonce !== 'none' });
  const { status, header, body } = await outsideAnswer({
    url,
    method: 'POST',
    timeoutMs,
    bytesMax,
    body: request.der,
    headers: {
      'content-type': 'application/ocsp-request',
      accept: 'application/ocsp-response',
    },
  });
  if (status !== 200) throw new Error(`the responder answered ${String(status)}`);
  if (header('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/ocsp-response') {
    throw new Error('the responder answered with something other than an OCSP response');
  }
  const at = now();
  return readOcspResponse(body, {
    request,
    now: at,
    nonceRequired: nonce === 'required',
    isRevoked: (responder) => isRevoked(responder, subject.issuer, at),
  });
}
