import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const defaultPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

let shared: Promise<Browser> | undefined;

/**
 * One Chromium for all of a worker's test files. Each visitor has a context of their own, which shares
 * nothing with others.
 */
export function sharedChromium(): Promise<Browser> {
  return (shared ??= launchChromium());
}

/** The path of the Chromium at CHROMIUM_PATH, or of the system's. */
export function findChromium(): string {
  const path = [process.env.CHROMIUM_PATH, ...defaultPaths].find(
    (candidate) => candidate && existsSync(candidate),
  );
  if (!path)
    throw new Error(
      'Chromium is missing. Run: apt-get install chromium-headless-shell, or name one in CHROMIUM_PATH',
    );
  return path;
}

/** Starts Chromium headless and without internet access. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}
