import type { Page } from 'playwright-core';
import { generateAuthenticatorCode } from '~/identity/second-factor/authenticator';

const stepMs = 30_000;

/** What an authenticator app with this secret shows, now or some steps of 30 seconds away. Each code counts once. */
export function generateCode(secret: string, stepsFromNow = 0): string {
  return generateAuthenticatorCode(secret, new Date(Date.now() + stepsFromNow * stepMs));
}

/** Waits until a code has the most of its step before it, so that it is not too old when it arrives. */
export async function waitForFreshStep(): Promise<void> {
  const remainingMs = stepMs - (Date.now() % stepMs);
  if (remainingMs < stepMs / 2) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}

/** The key that the page of the authenticator app asks for, once the browser shows it: its address changes before its content does. */
export async function readKeyFromPage(page: Page): Promise<string> {
  return (
    await page
      .locator('main code')
      .filter({ hasText: /^[A-Z2-7 ]{32,48}$/ })
      .innerText()
  ).replaceAll(' ', '');
}

/** The key in the HTML of that page. */
export function readKeyFromHtml(html: string): string {
  return /select-all">([A-Z2-7 ]{32,48})</.exec(html)![1]!.replaceAll(' ', '');
}

/** The recovery codes that a page shows. */
export function readRecoveryCodes(html: string): string[] {
  return /<code>([2-9a-z\n-]{100,})<\/code>/.exec(html)?.[1]!.split('\n') ?? [];
}
