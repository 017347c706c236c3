import type { Page } from 'playwright-core';
import { showCode } from '~/identity/authenticator';

const stepMs = 30_000;

/** What an authenticator app with this secret shows, now or some steps of 30 seconds away. Each code counts once. */
export function codeFrom(secret: string, stepsFromNow = 0): string {
  return showCode(secret, new Date(Date.now() + stepsFromNow * stepMs));
}

/** Waits until a code has the most of its step before it, so that it is not too old when it arrives. */
export async function startOfStep(): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < stepMs / 2) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** The key that the page of the authenticator app asks for, once the browser shows it: its address changes before its content does. */
export async function keyShownOn(page: Page): Promise<string> {
  return (
    await page
      .locator('main code')
      .filter({ hasText: /^[A-Z2-7 ]{32,48}$/ })
      .innerText()
  ).replaceAll(' ', '');
}

/** The key in the HTML of that page. */
export function keyOn(html: string): string {
  return /select-all">([A-Z2-7 ]{32,48})</.exec(html)![1]!.replaceAll(' ', '');
}

/** The recovery codes that a page shows. */
export function recoveryCodesOn(html: string): string[] {
  return /<code>([2-9a-z\n-]{100,})<\/code>/.exec(html)?.[1]!.split('\n') ?? [];
}
