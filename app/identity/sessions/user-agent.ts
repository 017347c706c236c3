import { containsCardNumber } from '~/platform/cards/card-numbers';
import { toExactTextLine } from '~/platform/text/line-input';

const maxLength = 400;

/** A browser's user agent as stored: one line, and empty if it contains a card number (threat T15). */
export function sanitizeUserAgent(text: string): string {
  const line = toExactTextLine(text.replace(/\p{C}/gu, ' '), maxLength);
  return containsCardNumber(line) ? '' : line;
}

/** The user agent of a request. */
export function readUserAgent(request: Request): string {
  return sanitizeUserAgent(request.headers.get('user-agent') ?? '');
}

// The order matters: most browsers also claim to be Safari, Chrome, or both.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPX\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChromium\/|\bHeadlessChrome\/|\bChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * "Firefox on Windows", to recognize one's own device. Browsers no longer report true versions, so none is
 * shown.
 */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (patterns) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'An unknown browser');
}
