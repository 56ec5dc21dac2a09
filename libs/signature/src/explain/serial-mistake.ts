import { decodeCertificateHeader } from '../certificate/pem.js';
import { formatSerial, splitKeyId } from '../request/key-id.js';
import { isRefusal } from '../base/refusal.js';
import { parseCertificate } from '../certificate/certificate.js';

/** How programs write a serial number that is not the plain hexadecimal of the keyId. */
const spellings: readonly (readonly [
  form: RegExp,
  digits: (text: string) => string,
  what: string,
])[] = [
  [/^\d+$/, (text) => text, 'in decimal, as Java and Go print it'],
  [/^(?:[0-9a-f]{2}:)*[0-9a-f]{2}$/i, (text) => `0x${text.replaceAll(':', '')}`, 'with colons'],
  [/^0x[0-9a-f]+$/i, (text) => text.toLowerCase(), 'with 0x in front'],
  [/^[0-9a-f]+h$/i, (text) => `0x${text.slice(0, -1)}`, 'with an h behind it'],
];

/**
 * The mistake behind a serial number that the bank does not take: the right number, written in another way.
 *
 * @param keyId the keyId of the Signature header
 * @param certificate the TPP-Signature-Certificate header
 * @returns undefined where it is another number
 */
export function serialMistake(keyId: string, certificate: string): string | undefined {
  const named = splitKeyId(keyId);
  const der = decodeCertificateHeader(certificate);
  const parsed = der && parseCertificate(der);
  if (isRefusal(named) || parsed === undefined) return undefined;
  const text = named.serial.trim();
  const found = spellings.find(
    ([form, digits]) => form.test(text) && BigInt(digits(text)) === parsed.serial,
  );
  if (found === undefined) return undefined;
  return `SN is the serial number ${found[2]}: write it in hexadecimal, SN=${formatSerial(parsed.serial)}.`;
}
