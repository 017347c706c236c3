import type { CDPSession, Page } from 'playwright-core';

/** What a page has asked the browser's passkeys so far: in the background where a name is typed, or at a click; and how it ended. */
export type Asked = { by: 'autofill' | 'click'; outcome: string };

/** A device with a lock that its owner can open, in the browser of this page. It signs when it is `touched`. */
export async function addDevice(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: false } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const touched = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
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
    touched,
    use: (button: string, to: string) => unlock(button, () => page.waitForURL(to)),
    count: async () => (await credentials()).length,
    /** The hosts that its passkeys are for. */
    hosts: async () => (await credentials()).map(({ rpId }) => rpId),
  };
}

/** What the pages from now on ask of passkeys, in their order, each with how it ended so far. */
export async function watchPasskeys(page: Page): Promise<Asked[]> {
  const asked: Asked[] = [];
  await page.exposeFunction('passkeyAsked', (by: Asked['by']) => asked.push({ by, outcome: 'waits' }) - 1);
  await page.exposeFunction('passkeyAnswered', (index: number, outcome: string) => void (asked[index]!.outcome = outcome));
  await page.addInitScript(() => {
    const { passkeyAsked, passkeyAnswered } = window as unknown as { passkeyAsked(by: Asked['by']): Promise<number>; passkeyAnswered(index: number, outcome: string): Promise<void> };
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      const index = await passkeyAsked(options?.mediation === 'conditional' ? 'autofill' : 'click');
      try {
        const answer = await get(options);
        await passkeyAnswered(index, 'signed');
        return answer;
      } catch (error) {
        await passkeyAnswered(index, (error as Error).name);
        throw error;
      }
    };
  });
  return asked;
}
