/**
 * An honest PSU may follow a link before its event has arrived here, and the waiting page reloads ten
 * times. So an address may load links that are not open yet more often, by this factor. Every load counts,
 * because anybody can write the parameter of a reload.
 */
export const earlyLinksFactor = 100;

/** After this time all wrong tries of an address are forgiven. */
export const forgivenSeconds = 600;

/** A customer's wrong codes in the last minutes, after which the answer to the next code is delayed. */
const promptCodes = 3;
/** The time in which one wrong code of a customer is forgiven. */
export const codeForgivenSeconds = 300;
const firstDelayMs = 500;
/** Nobody waits longer for the answer to a right code, whatever strangers enter. */
export const delayMsMax = 8000;

/**
 * How long the check of a code waits after so many wrong codes of the same customer: not at all, then
 * twice as long with each code, up to `delayMsMax`. A right code is accepted after any number of wrong
 * ones, so a stranger cannot lock a customer out. A code that is forgiven in part still counts.
 */
export function delayMsAfter(wrongCodes: number): number {
  const late = Math.ceil(wrongCodes) - promptCodes;
  return late < 0 ? 0 : Math.min(delayMsMax, firstDelayMs * 2 ** late);
}
