import type { CDPSession, Page } from 'playwright-core';

/**
 * A page's request for a passkey: in the background, when a name is typed, or after a click; and how it
 * ended.
 */
export type ObservedPasskeyRequest = { by: 'autofill' | 'click'; outcome: string };

/**
 * A device with a lock in this page's browser, from the next navigation on. Its owner unlocks it only for
 * requests after a click; background requests wait.
 */
export async function addVirtualAuthenticator(page: Page) {
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
  const setUnlocked = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const credentials = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

  const passkeyRequests: ObservedPasskeyRequest[] = [];
  await page.exposeFunction('deviceUnlocked', async (enabled: boolean) => void (await setUnlocked(enabled)));
  await page.exposeFunction(
    'passkeyRequested',
    (by: ObservedPasskeyRequest['by']) => passkeyRequests.push({ by, outcome: 'waits' }) - 1,
  );
  await page.exposeFunction(
    'passkeyAnswered',
    (index: number, outcome: string) => void (passkeyRequests[index]!.outcome = outcome),
  );
  await page.addInitScript(recordPasskeyRequests);
  return {
    /** The requests of its pages so far, in order. */
    requested: passkeyRequests,
    async use(button: string, to: string) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.waitForURL(to);
    },
    count: async () => (await credentials()).length,
    /** The hosts of its passkeys. */
    hosts: async () => (await credentials()).map(({ rpId }) => rpId),
  };
}

/** Runs in the page. */
function recordPasskeyRequests(): void {
  type PageBindings = {
    deviceUnlocked(enabled: boolean): Promise<void>;
    passkeyRequested(by: ObservedPasskeyRequest['by']): Promise<number>;
    passkeyAnswered(index: number, outcome: string): Promise<void>;
  };
  const { deviceUnlocked, passkeyRequested, passkeyAnswered } = window as unknown as PageBindings;
  const { credentials } = navigator;
  const [create, get] = [credentials.create.bind(credentials), credentials.get.bind(credentials)];
  // Background requests are ended before a click's request, so that only that one finds the device unlocked.
  async function runUnlocked<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    await deviceUnlocked(true);
    try {
      return await question();
    } finally {
      await deviceUnlocked(false);
    }
  }
  credentials.create = (options) => runUnlocked(() => create(options));
  credentials.get = async (options) => {
    const isConditional = options?.mediation === 'conditional';
    const index = await passkeyRequested(isConditional ? 'autofill' : 'click');
    try {
      const answer = await (isConditional ? get(options) : runUnlocked(() => get(options)));
      await passkeyAnswered(index, 'signed');
      return answer;
    } catch (error) {
      await passkeyAnswered(index, (error as Error).name);
      throw error;
    }
  };
}
