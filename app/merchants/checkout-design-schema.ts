import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { isId } from '~/platform/ids';
import { languages } from '~/platform/languages';
import { parseUrl } from '~/platform/parse-url';
import { faultOfWords, ofEmail, ofPhone, ofText, ofWebsite } from './applications/answer-faults';
import { tidy, tidyLine } from './applications/typed-text';
import {
  cornerShapes,
  defaultDesign,
  fonts,
  layouts,
  longestCompanyInfo,
  longestCompanyName,
  payWords,
  type CheckoutDesign,
} from './checkout-design';
import { isColour, tidyColour } from './contrast';

const mostLines = 6;

/** Text that is tidied first, and may be empty. A design that went through goes through again unchanged. */
function text(tidyUp: (typed: string) => string, faultOf: (value: string) => string | null) {
  return z
    .string()
    .transform(tidyUp)
    .superRefine((value, context) => {
      const message = value && faultOf(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: 'Choose one of the list' });

const colour = text(
  (typed) => tidyColour(tidyLine(typed)),
  (value) =>
    isColour(value) ? null : 'Enter a colour as # and six digits or letters from a to f, such as #3340b5',
)
  .nullable()
  .transform((value) => value || null);

const address = text(tidyAddress, ofAddress);

/** What may be kept of a design, read from a form or from before. Messages are for the merchant. */
export const designSchema = z.strictObject({
  accent: colour,
  background: colour,
  font: oneOf(fonts),
  corners: oneOf(cornerShapes),
  layout: oneOf(layouts),
  payWord: oneOf(payWords),
  logoId: z
    .string()
    .refine((id) => isId('logo', id))
    .nullable(),
  companyName: text(tidyLine, ofCompanyName),
  companyInfo: text(tidy, ofCompanyInfo),
  supportEmail: text((typed) => tidyLine(typed).toLowerCase(), ofEmail),
  supportPhone: text(tidyPhone, ofPhone),
  supportUrl: address,
  termsUrl: address,
  privacyUrl: address,
  language: oneOf(languages),
  receipts: z.boolean(),
}) satisfies z.ZodType<CheckoutDesign>;

/** A design in which every value that is not right, or not there, is as usual: kept by an earlier version, or half typed. */
export function readDesign(given: unknown): CheckoutDesign {
  const values = (given ?? {}) as Record<string, unknown>;
  const read = Object.entries(defaultDesign).map(([name, usual]) => {
    const { success, data } = designSchema.shape[name as keyof CheckoutDesign].safeParse(values[name]);
    return [name, success ? data : usual];
  });
  return Object.fromEntries(read) as CheckoutDesign;
}

function tidyPhone(typed: string): string {
  const line = tidyLine(typed);
  return parsePhoneNumberFromString(line)?.formatInternational() ?? line;
}

function tidyAddress(typed: string): string {
  const line = tidyLine(typed);
  return parseUrl(line)?.href ?? line;
}

function ofAddress(value: string): string | null {
  const fault = ofWebsite(value);
  if (fault) return fault;
  const { protocol, password } = new URL(value);
  return protocol === 'https:' && !password ? null : 'Enter an address that begins with https://';
}

function ofCompanyName(value: string): string | null {
  return value.length > longestCompanyName
    ? `Shorten this to ${longestCompanyName} characters or fewer`
    : ofText(value);
}

function ofCompanyInfo(value: string): string | null {
  if (value.length > longestCompanyInfo) return `Shorten this to ${longestCompanyInfo} characters or fewer`;
  return value.split('\n').length > mostLines
    ? `Shorten this to ${mostLines} lines or fewer`
    : faultOfWords(value);
}
