/** The overview of a PSU: signatures, accesses and passkeys. */
export const overviewPath = '/my';

/** Where a PSU adds and removes passkeys. */
export const passkeyPath = `${overviewPath}/passkeys`;

/** The overview with a notice above it. */
export function overviewWith(notice: string): string {
  return `${overviewPath}?notice=${notice}`;
}

/** Where a PSU adds the passkey of one authorisation. */
export function enrolmentPath(authorisationId: string): string {
  return `${passkeyPath}/${authorisationId}`;
}

/** The approval page of an authorisation. */
export function approvalPath(authorisationId: string): string {
  return `/sign/${authorisationId}`;
}

/** The link that a TPP sends a PSU to. */
export function linkPath(authorisationId: string, token: string): string {
  return `/sign/${authorisationId}/${token}`;
}

const idForm = /^[0-9A-Za-z_-]{8,64}(\.[1-9]\d{0,9})?$/;
const tokenForm = /^[0-9A-Za-z_-]{16,128}$/;

/** Whether a text can be the id of an authorisation, with its generation. The database need not be read for any other. */
export function canBeId(text: string): boolean {
  return idForm.test(text);
}

/** Whether a text can be the token of a link: the gateway makes an HMAC-SHA256 in base64url. */
export function canBeToken(text: string): boolean {
  return tokenForm.test(text);
}
