import type { KnownPsu, TppClient } from '@nordgate/tpp-client';

/** The TPP acts for the PSU whom the redirect back names. @throws Error for a redirect that names nobody */
export function actForPsuIn(tpp: TppClient, back: URL): KnownPsu {
  const names = ['psu-id', 'tpp-session-id', 'psu-corporate-id'];
  const [psuId, tppSessionId, corporateId] = names.map((name) => back.searchParams.get(name));
  if (!psuId || !tppSessionId) throw new Error(back.href);
  const known = { psuId, tppSessionId, ...(corporateId ? { corporateId } : {}) };
  tpp.actFor(known);
  return known;
}
