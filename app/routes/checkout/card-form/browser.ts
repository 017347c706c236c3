import { z } from 'zod';
import type { Browser } from '~/acquirers/authentication';

const dimension = z.int().min(0).max(99_999);
const screenSchema = z.object({
  colorDepth: z.int().min(1).max(48),
  width: dimension,
  height: dimension,
  timeZoneOffset: z.int().min(-840).max(840),
});
const maximumHeaderLength = 2_048;
const maximumScreenLength = 300;

/** The payer's browser for 3-D Secure: its headers, and the screen, which only the page's script can read. */
export function readBrowser(
  { headers }: Request,
  form: FormData,
  { clientAddress }: { clientAddress: string },
): Browser {
  const header = (name: string) => (headers.get(name) ?? '').slice(0, maximumHeaderLength);
  const [language] = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/.exec(header('Accept-Language')) ?? [];
  const screen = parseScreen(String(form.get('screen') ?? ''));
  return {
    acceptHeader: header('Accept') || '*/*',
    userAgent: header('User-Agent'),
    ipAddress: clientAddress,
    ...(language && { language: language.slice(0, 35) }),
    ...(screen && { screen }),
  };
}

function parseScreen(text: string): Browser['screen'] {
  if (text.length > maximumScreenLength) return undefined;
  try {
    return screenSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
