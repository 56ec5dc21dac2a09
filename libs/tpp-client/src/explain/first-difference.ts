/** Where another signing string first differs from the bank's, in words. */
export function firstDifference(bank: Buffer, own: Buffer): string {
  if (bank.equals(own)) return 'Yours is the same, octet by octet.';
  let at = 0;
  while (at < bank.length && at < own.length && bank[at] === own[at]) at += 1;
  const line = bank.subarray(0, at).toString('latin1').split('\n').length;
  const around = (octets: Buffer) =>
    at >= octets.length ? 'it ends' : JSON.stringify(octets.toString('latin1', at, at + 16));
  return `Yours differs first at octet ${String(at)}, line ${String(line)}: the bank has ${around(bank)}, yours ${around(own)}.`;
}
