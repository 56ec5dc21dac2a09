import type { Page } from 'playwright-core';

/** Chromium's software authenticator, like a device with a fingerprint reader. */
export interface VirtualAuthenticator {
  /** Sets whether user verification succeeds. Default: true. */
  recognisesUser(isUserVerified: boolean): Promise<void>;
  /** The number of its passkeys. */
  count(): Promise<number>;
}

/** Adds an authenticator to a page (Chrome DevTools Protocol, domain WebAuthn). */
export async function virtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognisesUser(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async count() {
      const held = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return held.credentials.length;
    },
  };
}
