import type { Page } from 'playwright-core';

/** Chromium's own authenticator, in software: a device with a fingerprint reader, say. */
export interface VirtualAuthenticator {
  /** Whether its user proves to be who they are; they do unless told otherwise. */
  recognisesUser(isUserVerified: boolean): Promise<void>;
  /** How many passkeys it holds. */
  count(): Promise<number>;
}

/** Gives one to a page, for as long as the page lives (Chrome DevTools Protocol, domain WebAuthn). */
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
