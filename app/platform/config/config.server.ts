import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { isLoopbackHost, publicUrlSettings, findUnsafeSettings } from './production-settings';

/** Invalid settings, one line each, with the setting's name and what to do. */
export class SettingError extends Error {
  override name = 'SettingError';
  constructor(...lines: string[]) {
    super(lines.join('\n'));
  }
}

/** The ID of the development key for card tokens, used without VAULT_KEYS. */
export const demoVaultKeyId = 'demo';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const httpsUrl = optional(
  z.url({ protocol: /^https$/, error: 'expected an https URL such as https://example.com/page' }),
);
const defaultHeadline = 'Card payments, clear at every step';
const defaultLead =
  'One API, a checkout page in ten languages, and a portal that shows what happened to each payment, from the authorization to the payout.';

const flag = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.enum(['true', 'false']).optional(),
);
const address = optional(
  z
    .url({ protocol: /^https?$/, error: 'expected a URL such as https://pay.example.com' })
    .transform((text) => text.replace(/(?<!\/)\/+$/, '')),
);
/** Connections of a process for the batched statements of payments. */
export const paymentConnections = 4;

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, 'expected postgresql://user:password@host:5432/database');

const wholeNumber = (min: number, max: number, defaultValue: number) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? defaultValue : Number(value)),
    z
      .int(`expected a whole number from ${min} to ${max}`)
      .min(min, `expected ${min} or more`)
      .max(max, `expected ${max} or less`),
  );

const vaultKey = '[\\w.-]{1,40}:[0-9a-f]{64}(?:\\+[0-9a-f]{64})?';
/** `id:key` or `id:part+part`, separated by commas. */
const vaultKeys = z
  .string()
  .regex(
    new RegExp(`^${vaultKey}(?:,${vaultKey})*$`, 'i'),
    'expected id:key pairs separated by commas, where a key is 64 hexadecimal digits, or two such parts joined by +',
  )
  .transform((text) =>
    text.split(',').map((entry) => {
      const [id, parts] = entry.split(':') as [string, string];
      return { id, parts: parts.split('+') };
    }),
  )
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'duplicate key ID')
  // Such a key would be all zeros.
  .refine(
    (keys) => keys.every(({ parts: [one, other] }) => one!.toLowerCase() !== other?.toLowerCase()),
    'the two parts of a key are identical. Each custodian must generate their own',
  )
  .refine(
    (keys) => keys.every(({ id }) => id !== demoVaultKeyId),
    `${demoVaultKeyId} is the ID of the development key. Choose another one`,
  );

const otherSecretKeys = z
  .string()
  .regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/i, 'expected keys of 64 hexadecimal digits, separated by commas')
  .transform((text) => text.toLowerCase().split(','))
  .refine((keys) => new Set(keys).size === keys.length, 'duplicate key');

const settings = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(databaseUrl),
  PAYMENT_DATABASE_URL: optional(databaseUrl),
  DATABASE_REPLICA_URL: optional(databaseUrl),
  PROCESSES: optional(z.string().regex(/^(auto|[1-9]\d?)$/, 'expected auto, or a whole number from 1 to 99')),
  DATABASE_POOL: wholeNumber(paymentConnections + 2, 200, 10),
  SECRET_KEY: optional(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'expected 64 hexadecimal digits. Generate them with: openssl rand -hex 32'),
  ),
  OTHER_SECRET_KEYS: optional(otherSecretKeys),
  VAULT_KEYS: optional(vaultKeys),
  PORTAL_URL: address,
  STAFF_URL: address,
  API_URL: address,
  TEST_API_URL: address,
  CHECKOUT_URL: address,
  TEST_CHECKOUT_URL: address,
  LANDING_PAGE: flag,
  REGISTRATION_URL: httpsUrl,
  TERMS_URL: httpsUrl,
  PRIVACY_URL: httpsUrl,
  LEGAL_NOTICE_URL: httpsUrl,
  LANDING_HEADLINE: optional(z.string().max(80, 'expected at most 80 characters')),
  LANDING_LEAD: optional(z.string().max(300, 'expected at most 300 characters')),
  BRAND_NAME: optional(z.string().max(40, 'expected at most 40 characters')),
  SMTP_URL: optional(
    z.string().regex(/^smtps?:\/\/./, 'expected smtp://user:password@host:587 or smtps://…'),
  ),
  SECURITY_CONTACT: optional(
    z.union([z.email(), z.url({ protocol: /^https$/ }).regex(/^https:\/\/\S+$/)], {
      error: 'expected an address such as security@example.com, or an https URL',
    }),
  ),
  SUPPORT_EMAIL: optional(z.email('expected an address such as support@example.com')),
  MAIL_FROM: optional(z.string().regex(/@/, 'expected an address such as Tillway <no-reply@example.com>')),
  S3_ENDPOINT: address,
  S3_REGION: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  REVIEW_WORKING_DAYS: wholeNumber(1, 30, 2),
  REVIEW_APPROVALS: wholeNumber(1, 2, 1),
  STAFF_FACTOR_RESET_HOURS: wholeNumber(1, 720, 24),
  CLAMAV_SOCKET: optional(
    z.string().regex(/^\//, 'expected the path of clamd’s socket, such as /run/clamav/clamd.ctl'),
  ),
  SANCTIONS_LIST: optional(
    z
      .string()
      .regex(/^\/.*\.csv$/, 'expected the absolute path of a CSV file, such as /etc/tillway/sanctions.csv'),
  ),
  DEMO: flag,
  SIMULATED_LIVE: flag,
  WEBHOOK_PRIVATE_ADDRESSES: flag,
  TRUSTED_PROXIES: optional(wholeNumber(0, 10, 0)),
  ACQUIRER_TIMEOUT_MS: wholeNumber(100, 60_000, 10_000),
  RATE_LIMIT_PER_SECOND: wholeNumber(1, 1_000_000, 100),
  SIMULATOR_URL: address,
  SIMULATOR_DELAY_MS: wholeNumber(0, 60_000, 0),
  STRIPE_URL: address,
  ADYEN_URL: address,
  METRICS_PORT: optional(
    z.coerce
      .number()
      .pipe(
        z
          .int('expected a whole number from 1 to 65535')
          .min(1, 'expected 1 or more')
          .max(65_535, 'expected 65535 or less'),
      ),
  ),
  DRAIN_SECONDS: wholeNumber(0, 300, 0),
  METRICS_HOST: optional(z.string()),
  METRICS_TOKEN: optional(
    z.string().min(32, 'expected 32 characters or more. Generate them with: openssl rand -hex 32'),
  ),
  ALERT_OUTCOME_MINUTES: wholeNumber(1, 10_000, 15),
  ALERT_WEBHOOK_MINUTES: wholeNumber(1, 10_000, 5),
  ALERT_MAIL_MINUTES: wholeNumber(1, 10_000, 15),
  ALERT_DOCUMENT_MINUTES: wholeNumber(1, 10_000, 15),
  ALERT_QUEUE_MINUTES: wholeNumber(1, 10_000, 5),
  ALERT_TRANSACTION_MINUTES: wholeNumber(1, 10_000, 5),
  ALERT_JOB_MINUTES: wholeNumber(1, 10_000, 10),
  ALERT_JOB_FAILURES: wholeNumber(1, 1_000, 3),
  ALERT_FAILING_ENDPOINTS: wholeNumber(1, 1_000_000, 1),
  ALERT_FAILED_MAILS: wholeNumber(1, 1_000_000, 1),
  ALERT_ERROR_PERCENT: wholeNumber(1, 100, 1),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
});

/** Every setting that {@link parseConfig} reads. A test compares `.env.example` with this list. */
export const settingNames = Object.keys(settings.shape);

export type Config = ReturnType<typeof parseConfig>;

/**
 * Parses the settings from environment variables.
 * @throws SettingError with a line for each invalid one
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const parsed = settings.safeParse(env);
  if (!parsed.success) throw new SettingError(...describeInvalidSettings(parsed.error, env));
  const { data } = parsed;
  const demo = data.DEMO ? data.DEMO === 'true' : data.NODE_ENV !== 'production';
  // npm start also runs the demo with NODE_ENV=production, because libraries are faster with it.
  const production = data.NODE_ENV === 'production' && !demo;
  const simulatedLive = data.SIMULATED_LIVE ? data.SIMULATED_LIVE === 'true' : demo;
  const webhookPrivateAddresses = data.WEBHOOK_PRIVATE_ADDRESSES
    ? data.WEBHOOK_PRIVATE_ADDRESSES === 'true'
    : demo && simulatedLive;
  const metricsHost = data.METRICS_HOST ?? '127.0.0.1';

  const portalUrl = data.PORTAL_URL ?? `http://localhost:${data.PORT}`;

  const problems: string[] = [];
  if (data.REGISTRATION_URL && new URL(data.REGISTRATION_URL).origin === new URL(portalUrl).origin)
    problems.push('REGISTRATION_URL: names this installation, which new merchants would never leave');
  if (data.STAFF_URL && !hasOwnHost(data.STAFF_URL, portalUrl))
    problems.push('STAFF_URL: needs its own host name without a path, and the same scheme as PORTAL_URL');
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'VAULT_KEYS', 'PORTAL_URL'] as const)
    if (production && !data[name])
      problems.push(`${name}: required in production mode (NODE_ENV=production)`);
  if (production && storeSettings.every((name) => !data[name]))
    problems.push(
      'S3_ENDPOINT: required in production mode (NODE_ENV=production). Without a bucket, documents would be stored on one machine’s disk',
    );
  // Behind a TLS proxy, every limit by IP address depends on it, so a forgotten one must not count as 0.
  if (production && portalUrl.startsWith('https:') && data.TRUSTED_PROXIES === undefined)
    problems.push(
      'TRUSTED_PROXIES: required in production mode (NODE_ENV=production). Set it to the number of your proxies that write X-Forwarded-For, or to 0 if none does',
    );
  if (production && simulatedLive)
    problems.push('SIMULATED_LIVE: not allowed in production mode (NODE_ENV=production). Remove it');
  if (data.SECRET_KEY && data.OTHER_SECRET_KEYS?.includes(data.SECRET_KEY.toLowerCase()))
    problems.push('OTHER_SECRET_KEYS: contains the current SECRET_KEY. List only previous or next keys');
  if (webhookPrivateAddresses && !simulatedLive)
    problems.push('WEBHOOK_PRIVATE_ADDRESSES: allowed only together with SIMULATED_LIVE=true');
  // It would receive the secret keys of live accounts, and their payments.
  for (const name of ['STRIPE_URL', 'ADYEN_URL'] as const)
    if (data[name] && !simulatedLive)
      problems.push(`${name}: allowed only together with SIMULATED_LIVE=true. Remove it`);
  for (const name of publicUrlSettings)
    if (data[name] && publicUrlSettings.some((other) => other !== name && data[other] === data[name]))
      problems.push(`${name}: same URL as another setting. Each needs its own`);
  if (!data.METRICS_TOKEN && !isLoopbackHost(metricsHost))
    problems.push(
      'METRICS_TOKEN: required unless METRICS_HOST is this machine only. Generate one with: openssl rand -hex 32',
    );
  if (data.PROCESSES && !['auto', '1'].includes(data.PROCESSES) && !data.DATABASE_URL)
    problems.push('PROCESSES: requires DATABASE_URL, because the embedded database belongs to one process');
  problems.push(...findMissingStoreSettings(data));
  if (production) problems.push(...findUnsafeSettings(data));
  if (problems.length) throw new SettingError(...problems);

  const dataDir = data.DATA_DIR ?? 'data';
  return Object.freeze({
    production,
    demo,
    simulatedLive,
    webhookPrivateAddresses,
    port: data.PORT,
    host: data.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: data.DATABASE_URL,
    databaseReplicaUrl: data.DATABASE_URL && data.DATABASE_REPLICA_URL,
    paymentDatabaseUrl: data.DATABASE_URL && (data.PAYMENT_DATABASE_URL ?? data.DATABASE_URL),
    databasePool: data.DATABASE_POOL,
    /** Of each process to PostgreSQL itself. A connection pooler has its own. */
    serverConnections: data.PAYMENT_DATABASE_URL ? 0 : data.DATABASE_POOL,
    processes: data.PROCESSES === 'auto' ? availableParallelism() : Number(data.PROCESSES ?? 1),
    secretKey: data.SECRET_KEY,
    otherSecretKeys: data.OTHER_SECRET_KEYS ?? [],
    vaultKeys: data.VAULT_KEYS ?? [],
    addresses: {
      portal: portalUrl,
      staff: data.STAFF_URL,
      api: { live: data.API_URL ?? `${portalUrl}/api`, test: data.TEST_API_URL ?? `${portalUrl}/test/api` },
      checkout: {
        live: data.CHECKOUT_URL ?? `${portalUrl}/checkout`,
        test: data.TEST_CHECKOUT_URL ?? `${portalUrl}/test/checkout`,
      },
    },
    brandName: data.BRAND_NAME ?? 'Tillway',
    landingPage:
      data.LANDING_PAGE === 'false'
        ? null
        : { headline: data.LANDING_HEADLINE ?? defaultHeadline, lead: data.LANDING_LEAD ?? defaultLead },
    registrationUrl: data.REGISTRATION_URL,
    legalPages: {
      terms: data.TERMS_URL,
      privacy: data.PRIVACY_URL,
      legalNotice: data.LEGAL_NOTICE_URL,
    },
    supportEmail: data.SUPPORT_EMAIL ?? (demo ? 'support@demo.example' : undefined),
    securityContact: data.SECURITY_CONTACT,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `${data.BRAND_NAME ?? 'Tillway'} <no-reply@${new URL(portalUrl).hostname}>`,
    s3: readDocumentStoreSettings(data),
    clamavSocket: data.CLAMAV_SOCKET,
    sanctionsList: data.SANCTIONS_LIST,
    reviewWorkingDays: data.REVIEW_WORKING_DAYS,
    approvalsNeeded: data.REVIEW_APPROVALS,
    factorResetDelayHours: data.STAFF_FACTOR_RESET_HOURS,
    trustedProxies: data.TRUSTED_PROXIES ?? 0,
    drainSeconds: data.DRAIN_SECONDS,
    metrics: { port: data.METRICS_PORT, host: metricsHost, token: data.METRICS_TOKEN },
    alertThresholds: {
      outcomeMinutes: data.ALERT_OUTCOME_MINUTES,
      webhookMinutes: data.ALERT_WEBHOOK_MINUTES,
      mailMinutes: data.ALERT_MAIL_MINUTES,
      documentMinutes: data.ALERT_DOCUMENT_MINUTES,
      queueMinutes: data.ALERT_QUEUE_MINUTES,
      transactionMinutes: data.ALERT_TRANSACTION_MINUTES,
      jobMinutes: data.ALERT_JOB_MINUTES,
      jobFailures: data.ALERT_JOB_FAILURES,
      failingEndpoints: data.ALERT_FAILING_ENDPOINTS,
      failedMails: data.ALERT_FAILED_MAILS,
      errorPercent: data.ALERT_ERROR_PERCENT,
    },
    acquirerTimeoutMs: data.ACQUIRER_TIMEOUT_MS,
    rateLimitPerSecond: data.RATE_LIMIT_PER_SECOND,
    simulatorUrl: data.SIMULATOR_URL,
    simulatorDelayMs: data.SIMULATOR_DELAY_MS,
    stripeUrl: data.STRIPE_URL,
    adyenUrl: data.ADYEN_URL,
    logLevel: data.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  });
}

/** Cookies are bound to a host and to HTTPS, so a separate area needs its own host. */
function hasOwnHost(address: string, portal: string): boolean {
  const [own, other] = [new URL(address), new URL(portal)];
  return own.hostname !== other.hostname && own.protocol === other.protocol && own.href === `${own.origin}/`;
}

/** The invalid settings, one line each. Values may be secret and aren't repeated. */
function describeInvalidSettings({ issues }: z.ZodError, env: Record<string, string | undefined>): string[] {
  const errorLines = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = String(path[0]);
    const valueText = /SECRET|URL|KEY|TOKEN/.test(name) ? '' : `, got "${env[name]}"`;
    if (!errorLines.has(name)) errorLines.set(name, `${name}: ${message}${valueText}`);
  }
  return [...errorLines.values()];
}

const storeSettings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function findMissingStoreSettings(data: z.infer<typeof settings>): string[] {
  const missing = storeSettings.filter((name) => !data[name]);
  return missing.length === storeSettings.length
    ? []
    : missing.map((name) => `${name}: required when another S3_ setting is set`);
}

function readDocumentStoreSettings(data: z.infer<typeof settings>) {
  if (!data.S3_ENDPOINT) return undefined;
  return {
    endpoint: data.S3_ENDPOINT,
    region: data.S3_REGION ?? 'us-east-1',
    bucket: data.S3_BUCKET!,
    accessKeyId: data.S3_ACCESS_KEY_ID!,
    secretAccessKey: data.S3_SECRET_ACCESS_KEY!,
  };
}

export const config: Config = parseConfig(process.env);
