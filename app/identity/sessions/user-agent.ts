import { containsCardNumber } from '~/platform/cards/card-numbers';
import { toExactTextLine } from '~/platform/text/line-input';

const maxLength = 400;

/** What a browser says it is, as it is kept: one line, and nothing when somebody put a card number there (threat T15). */
export function sanitizeUserAgent(text: string): string {
  const line = toExactTextLine(text.replace(/\p{C}/gu, ' '), maxLength);
  return containsCardNumber(line) ? '' : line;
}

/** The same of a request. */
export function readUserAgent(request: Request): string {
  return sanitizeUserAgent(request.headers.get('user-agent') ?? '');
}

// In this order: most browsers also say that they are Safari, Chrome, or both.
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

/** "Firefox on Windows": what somebody knows their own device by. Browsers no longer tell true versions, so none is reported. */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (patterns) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'An unknown browser');
}
