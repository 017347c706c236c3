import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { isId } from '~/platform/ids';
import { languages } from '~/platform/text/languages';
import { completeUrl, parseUrl } from '~/platform/http/parse-url';
import {
  validateText,
  validateEmail,
  completePhone,
  validatePhone,
  validateLine,
  validateWebsite,
} from '~/merchants/applications/questions/answer-validation';
import { normalizeText, normalizeLine } from '~/merchants/applications/questions/text-input';
import {
  cornerShapes,
  defaultDesign,
  fonts,
  layouts,
  maxCompanyInfoLength,
  maxCompanyNameLength,
  payButtonVerbs,
  type CheckoutDesign,
} from './checkout-design';
import { isColor, normalizeColor } from './color-contrast';

const maxCompanyInfoLines = 6;

/** Text that is normalized first and may be empty. Normalizing again changes nothing. */
function textSchema(normalize: (input: string) => string, faultOf: (value: string) => string | null) {
  return z
    .string()
    .transform(normalize)
    .superRefine((value, context) => {
      const message = value && faultOf(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

const enumSchema = <const Values extends readonly [string, ...string[]]>(allowedValues: Values) =>
  z.enum(allowedValues, { error: 'Choose an option from the list' });

const colorSchema = textSchema(
  (input) => normalizeColor(normalizeLine(input)),
  (value) => (isColor(value) ? null : 'Enter a color in hex, such as #3340b5'),
)
  .nullable()
  .transform((value) => value || null);

const httpsUrlSchema = textSchema(normalizeUrl, validateHttpsUrl);

/** The valid values of a design, from a form or the database. Messages are for the merchant. */
export const checkoutDesignSchema = z.strictObject({
  accent: colorSchema,
  background: colorSchema,
  font: enumSchema(fonts),
  corners: enumSchema(cornerShapes),
  layout: enumSchema(layouts),
  payWord: enumSchema(payButtonVerbs),
  logoId: z
    .string()
    .refine((id) => isId('logo', id))
    .nullable(),
  companyName: textSchema(normalizeLine, validateCompanyName),
  companyInfo: textSchema(normalizeText, validateCompanyInfo),
  supportEmail: textSchema((input) => normalizeLine(input).toLowerCase(), validateEmail),
  supportPhone: textSchema(normalizePhone, validatePhone),
  supportUrl: httpsUrlSchema,
  termsUrl: httpsUrlSchema,
  privacyUrl: httpsUrlSchema,
  language: enumSchema(languages),
  receipts: z.boolean(),
}) satisfies z.ZodType<CheckoutDesign>;

/**
 * A design in which invalid or missing values have their default, for example from an earlier version or an
 * incomplete form.
 */
export function parseDesign(storedDesign: unknown): CheckoutDesign {
  const values = (storedDesign ?? {}) as Record<string, unknown>;
  const entries = Object.entries(defaultDesign).map(([name, defaultValue]) => {
    const { success, data } = checkoutDesignSchema.shape[name as keyof CheckoutDesign].safeParse(
      values[name],
    );
    return [name, success ? data : defaultValue];
  });
  return Object.fromEntries(entries) as CheckoutDesign;
}

function normalizePhone(input: string): string {
  const line = completePhone(normalizeLine(input));
  return parsePhoneNumberFromString(line)?.formatInternational() ?? line;
}

function normalizeUrl(input: string): string {
  const line = normalizeLine(input);
  return parseUrl(completeUrl(line))?.href ?? line;
}

function validateHttpsUrl(value: string): string | null {
  const fault = validateWebsite(value);
  if (fault) return fault;
  const { protocol, password } = new URL(value);
  return protocol === 'https:' && !password ? null : 'Enter a URL that starts with https://';
}

function validateCompanyName(value: string): string | null {
  return value.length > maxCompanyNameLength
    ? `Shorten this to ${maxCompanyNameLength} characters or fewer`
    : validateLine(value);
}

function validateCompanyInfo(value: string): string | null {
  if (value.length > maxCompanyInfoLength)
    return `Shorten this to ${maxCompanyInfoLength} characters or fewer`;
  return value.split('\n').length > maxCompanyInfoLines
    ? `Shorten this to ${maxCompanyInfoLines} lines or fewer`
    : validateText(value);
}
