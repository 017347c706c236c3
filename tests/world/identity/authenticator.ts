import type { Page } from 'playwright-core';
import { generateAuthenticatorCode } from '~/identity/second-factor/authenticator';

const stepMs = 30_000;
/** A code of a step that is about to end may arrive after it. */
const arrivalMs = 3_000;
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * The code of an authenticator app with this secret, now or some steps of 30 seconds away. Each code counts
 * once.
 */
export function generateCode(secret: string, stepsFromNow = 0): string {
  const remainingMs = stepMs - (Date.now() % stepMs);
  // The previous step's code is accepted only until the end of this step.
  if (stepsFromNow < 0 && remainingMs < arrivalMs) sleep(remainingMs);
  return generateAuthenticatorCode(secret, new Date(Date.now() + stepsFromNow * stepMs));
}

/** Waits until most of a code's step is left, so that it arrives in time. */
export async function waitForFreshStep(): Promise<void> {
  const remainingMs = stepMs - (Date.now() % stepMs);
  if (remainingMs < stepMs / 2) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}

/**
 * The key on the page of the authenticator app, once the browser shows it: the URL changes before the
 * content.
 */
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

/** The recovery codes on a page. */
export function readRecoveryCodes(html: string): string[] {
  return /<code>([2-9a-z\n-]{100,})<\/code>/.exec(html)?.[1]!.split('\n') ?? [];
}
