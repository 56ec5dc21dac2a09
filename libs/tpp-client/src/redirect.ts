import type { KnownPsu } from './tpp-client.js';

/** The outcome of an SCA by the redirect to the TPP (specification 5.11, 5.12). */
export type Redirect =
  | { readonly outcome: 'approved'; readonly psu: KnownPsu; readonly context: string }
  | {
      readonly outcome: 'failed';
      readonly system: string | undefined;
      readonly status: number | undefined;
      readonly code: string;
      readonly message: string | undefined;
    };

/**
 * Reads the parameters that the bank adds to the TPP-Redirect-URI, beside the TPP's own.
 *
 * @returns undefined when the parameters of both outcomes are incomplete
 */
export function readRedirect(address: URL | string): Redirect | undefined {
  const { searchParams } = new URL(address);
  const value = (name: string) => searchParams.get(name) ?? undefined;
  const [psuId, tppSessionId, context] = ['psu-id', 'tpp-session-id', 'context'].map(value);
  if (psuId !== undefined && tppSessionId !== undefined && context !== undefined) {
    const corporateId = value('psu-corporate-id');
    const psu = { psuId, tppSessionId, ...(corporateId !== undefined && { corporateId }) };
    return { outcome: 'approved', psu, context };
  }
  const code = value('code');
  if (code === undefined) return undefined;
  const status = value('status');
  return {
    outcome: 'failed',
    system: value('system'),
    status: status !== undefined && /^\d{3}$/.test(status) ? Number(status) : undefined,
    code,
    message: value('message'),
  };
}
