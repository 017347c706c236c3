import type { CDPSession, Page } from 'playwright-core';

/** A device with a lock that its owner can open, in the browser of this page. It signs when it is `touched`. */
export async function addDevice(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: false } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const touched = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  /** Clicks, and its owner unlocks it for that one signature. What the page offers by itself where a name is typed has begun before, and waits. */
  async function unlock(button: string, until: () => Promise<void>) {
    await page.waitForLoadState('networkidle');
    await touched(true);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: button, exact: true }).click();
    await sent;
    await touched(false);
    await until();
  }
  return {
    unlock,
    use: (button: string, to: string) => unlock(button, () => page.waitForURL(to)),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
