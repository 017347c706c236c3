import { z } from 'zod';
import type { Environment } from '~/platform/environment';
import { Secret } from '~/platform/secrets/secret';
import type { Processor } from './acquirer-names';

const secret = z.string().transform((text) => new Secret(text));

/** A connection's stored settings and secrets. */
const storedStripe = {
  settings: z.object({ account: z.string().optional(), multipleCaptures: z.boolean().default(false) }),
  secrets: z.object({ secretKey: secret, webhookSecret: secret }),
};
const storedAdyen = {
  settings: z.object({
    merchantAccount: z.string(),
    liveUrlPrefix: z.string().optional(),
    multipleCaptures: z.boolean().default(false),
  }),
  secrets: z.object({
    apiKey: secret,
    reportApiKey: secret.optional(),
    hmacKey: secret,
    webhookUser: secret,
    webhookPassword: secret,
  }),
};

export type StripeSettings = z.output<typeof storedStripe.settings>;
export type StripeSecrets = z.output<typeof storedStripe.secrets>;
export type AdyenSettings = z.output<typeof storedAdyen.settings>;
export type AdyenSecrets = z.output<typeof storedAdyen.secrets>;

/** What an adapter needs besides the environment. */
export type ProcessorAccess =
  | { acquirer: 'stripe'; settings: StripeSettings; secrets: StripeSecrets }
  | { acquirer: 'adyen'; settings: AdyenSettings; secrets: AdyenSecrets };

/** Stored values as an adapter needs them. Null for incomplete ones. */
export function parseProcessorAccess(
  acquirer: Processor,
  stored: { settings: unknown; secrets: unknown },
): ProcessorAccess | null {
  if (acquirer === 'stripe') {
    const { data } = z.object(storedStripe).safeParse(stored);
    return data ? { acquirer, ...data } : null;
  }
  const { data } = z.object(storedAdyen).safeParse(stored);
  return data ? { acquirer, ...data } : null;
}

export type ConnectionField = {
  label: string;
  help?: string;
  /** Encrypted, and never shown. */
  secret?: true;
  /** A secret of its webhooks. After a rotation, the previous one is accepted for a while. */
  webhook?: true;
  /** Its last four characters tell keys apart and don't help to guess them. Passwords show none. */
  showsEnd?: true;
  checkbox?: true;
  optional?: true;
  /** Only in this environment. */
  environment?: Environment;
  example?: string;
  maximumLength: number;
  /** What's wrong with a value. Never quotes it. */
  findProblem: (text: string, environment: Environment) => string | undefined;
};

const expect = (pattern: RegExp, problem: string) => (text: string) =>
  pattern.test(text) ? undefined : problem;

const multipleCaptures = (help: string): ConnectionField => ({
  label: 'Allow several captures per payment',
  help,
  checkbox: true,
  optional: true,
  maximumLength: 10,
  findProblem: expect(/^yes$/, 'Select the checkbox or leave it empty'),
});

const stripeFields: Record<keyof (StripeSettings & StripeSecrets), ConnectionField> = {
  secretKey: {
    label: 'Secret key',
    help: 'From Developers > API keys in Stripe. We recommend a restricted key.',
    secret: true,
    showsEnd: true,
    maximumLength: 255,
    findProblem(text, environment) {
      const [, mode] = /^[rs]k_(live|test)_[A-Za-z0-9]{16,}$/.exec(text) ?? [];
      if (/^pk_/.test(text)) return 'This is a publishable key. Enter the secret key';
      if (!mode) return `Enter a key that starts with sk_${environment}_ or rk_${environment}_`;
      if (mode === environment) return undefined;
      return `This is a ${mode} key. For ${environment}, enter a key that starts with sk_${environment}_ or rk_${environment}_`;
    },
  },
  webhookSecret: {
    label: 'Webhook signing secret',
    help: 'In Stripe, add the address above as a webhook endpoint. Stripe then shows its signing secret.',
    secret: true,
    webhook: true,
    showsEnd: true,
    maximumLength: 255,
    findProblem: expect(/^whsec_[\w+/=-]{16,}$/, 'Enter a signing secret that starts with whsec_'),
  },
  account: {
    label: 'Connected account',
    help: 'Only if payments belong to a connected account of the key’s account.',
    optional: true,
    example: 'acct_1PqRsTuVwXyZ0123',
    maximumLength: 64,
    findProblem: expect(/^acct_[A-Za-z0-9]{8,}$/, 'Enter an account ID that starts with acct_'),
  },
  multipleCaptures: multipleCaptures(
    'Only if Stripe has enabled multicapture for this account. Otherwise, the first capture releases the rest of the hold.',
  ),
};

const printable = /^[\x21-\x7e]+$/;

const adyenKey = {
  secret: true,
  showsEnd: true,
  maximumLength: 512,
  findProblem: expect(
    /^[\x21-\x7e]{20,}$/,
    'Enter the complete API key, at least 20 characters without spaces',
  ),
} as const;

const adyenFields: Record<keyof (AdyenSettings & AdyenSecrets), ConnectionField> = {
  apiKey: {
    label: 'API key',
    help: 'From Developers > API credentials in Adyen.',
    ...adyenKey,
  },
  reportApiKey: {
    label: 'Report API key',
    help: 'From a report service user with the role Merchant Report Download. Without it, payouts aren’t imported, and payments settle daily.',
    ...adyenKey,
    optional: true,
  },
  merchantAccount: {
    label: 'Merchant account',
    example: 'TillwayShopsCOM',
    maximumLength: 80,
    findProblem: expect(/^[\w-]+$/, 'Enter the account’s name: letters, digits, hyphens, and underscores'),
  },
  liveUrlPrefix: {
    label: 'Live URL prefix',
    help: 'From Developers > API URLs in Adyen.',
    environment: 'live',
    example: '1797a841fbb37ca7-Tillway',
    maximumLength: 80,
    findProblem: expect(
      /^[A-Za-z0-9]+-[A-Za-z0-9-]*[A-Za-z0-9]$/,
      'Enter only the prefix, such as 1797a841fbb37ca7-Tillway',
    ),
  },
  hmacKey: {
    label: 'HMAC key',
    help: 'In Adyen, add a standard webhook with the address above, then generate its HMAC key.',
    secret: true,
    webhook: true,
    showsEnd: true,
    maximumLength: 64,
    findProblem: expect(/^[0-9a-f]{64}$/i, 'Enter 64 hexadecimal digits'),
  },
  webhookUser: {
    label: 'Webhook user name',
    help: 'For the basic authentication of the webhook. Choose a random name and password here, and enter both in Adyen.',
    secret: true,
    webhook: true,
    maximumLength: 100,
    // Basic authentication separates the name and the password with a colon.
    findProblem: expect(/^[\x21-\x39\x3b-\x7e]+$/, 'Enter a user name without spaces or colons'),
  },
  webhookPassword: {
    label: 'Webhook password',
    secret: true,
    webhook: true,
    maximumLength: 100,
    findProblem: (text) =>
      text.length >= 16 && printable.test(text)
        ? undefined
        : 'Enter a password of at least 16 characters without spaces',
  },
  multipleCaptures: multipleCaptures(
    'Only if Adyen has enabled multiple partial captures for this merchant account. Otherwise, the first capture releases the rest of the hold.',
  ),
};

export type NamedField = ConnectionField & { name: string };

/** The fields of a connection, in the order of its form. */
export function listConnectionFields(processor: Processor, environment: Environment): NamedField[] {
  return Object.entries(processor === 'stripe' ? stripeFields : adyenFields)
    .map(([name, field]) => ({ name, ...field }))
    .filter((field) => !field.environment || field.environment === environment);
}

export type ConnectionInput = {
  settings: Record<string, string | boolean>;
  secrets: Record<string, string>;
};

type FormValue = string | undefined;
type FormValues = Record<string, FormValue>;

/** The schema of a form with these fields. `saved`: the names of saved secrets, whose fields may stay empty. */
export function buildConnectionSchema(
  fields: readonly NamedField[],
  environment: Environment,
  saved: readonly string[] = [],
): z.ZodObject<Record<string, z.ZodType<FormValue>>> {
  return z.object(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.optional || saved.includes(field.name)
          ? toFieldSchema(field, environment).optional()
          : toFieldSchema(field, environment),
      ]),
    ),
  );
}

function toFieldSchema(field: NamedField, environment: Environment): z.ZodType<string> {
  const name = /^[A-Z]{2}/.test(field.label)
    ? field.label
    : field.label.charAt(0).toLowerCase() + field.label.slice(1);
  return z
    .string({ error: `Enter the ${name}` })
    .trim()
    .max(field.maximumLength, `Enter ${field.maximumLength} characters or fewer`)
    .superRefine((text, context) => {
      const message = field.findProblem(text, environment);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

/** The values of a valid form as they're stored. */
export function toConnectionInput(fields: readonly NamedField[], values: FormValues): ConnectionInput {
  const input: ConnectionInput = { settings: {}, secrets: {} };
  for (const { name, secret, checkbox } of fields) {
    const value = values[name];
    if (checkbox) input.settings[name] = value !== undefined;
    else if (value !== undefined) input[secret ? 'secrets' : 'settings'][name] = value;
  }
  return input;
}
