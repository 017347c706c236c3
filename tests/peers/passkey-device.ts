import type { CDPSession, Page } from 'playwright-core';

/** What a page has asked the browser's passkeys for a signature: in the background where a name is typed, or at a click; and how it ended. */
export type Asked = { by: 'autofill' | 'click'; outcome: string };

/**
 * A device with a lock, in the browser of this page from its next address on. Its owner unlocks it for what a click asks, for just as long;
 * what a page asks by itself, where a name is typed, waits.
 */
export async function addDevice(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: false,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const unlocked = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const credentials = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

  const asked: Asked[] = [];
  await page.exposeFunction('deviceUnlocked', async (enabled: boolean) => void (await unlocked(enabled)));
  await page.exposeFunction('passkeyAsked', (by: Asked['by']) => asked.push({ by, outcome: 'waits' }) - 1);
  await page.exposeFunction(
    'passkeyAnswered',
    (index: number, outcome: string) => void (asked[index]!.outcome = outcome),
  );
  await page.addInitScript(watch);
  return {
    /** What its pages have asked so far, in their order. */
    asked,
    async use(button: string, to: string) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.waitForURL(to);
    },
    count: async () => (await credentials()).length,
    /** The hosts that its passkeys are for. */
    hosts: async () => (await credentials()).map(({ rpId }) => rpId),
  };
}

/** Runs in the page. */
function watch(): void {
  type Peer = {
    deviceUnlocked(enabled: boolean): Promise<void>;
    passkeyAsked(by: Asked['by']): Promise<number>;
    passkeyAnswered(index: number, outcome: string): Promise<void>;
  };
  const { deviceUnlocked, passkeyAsked, passkeyAnswered } = window as unknown as Peer;
  const { credentials } = navigator;
  const [create, get] = [credentials.create.bind(credentials), credentials.get.bind(credentials)];
  // What waited in the background is ended before a click asks, so no other question finds the device unlocked.
  async function unlockedFor<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    await deviceUnlocked(true);
    return question().finally(() => deviceUnlocked(false));
  }
  credentials.create = (options) => unlockedFor(() => create(options));
  credentials.get = async (options) => {
    const waits = options?.mediation === 'conditional';
    const index = await passkeyAsked(waits ? 'autofill' : 'click');
    try {
      const answer = await (waits ? get(options) : unlockedFor(() => get(options)));
      await passkeyAnswered(index, 'signed');
      return answer;
    } catch (error) {
      await passkeyAnswered(index, (error as Error).name);
      throw error;
    }
  };
}
