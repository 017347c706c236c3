import { parseUrl } from '~/platform/http/parse-url';

/** Valid settings that still prevent startup in production mode. Pure, called by `config.server.ts`. */
export type ProductionSettings = {
  SECRET_KEY?: string;
  OTHER_SECRET_KEYS?: string[];
  VAULT_KEYS?: { id: string; parts: string[] }[];
  DATABASE_URL?: string;
  PAYMENT_DATABASE_URL?: string;
  DATABASE_REPLICA_URL?: string;
  SMTP_URL?: string;
  S3_ENDPOINT?: string;
  SIMULATOR_URL?: string;
} & Partial<Record<(typeof publicUrlSettings)[number], string>>;

export const publicUrlSettings = [
  'API_URL',
  'TEST_API_URL',
  'CHECKOUT_URL',
  'TEST_CHECKOUT_URL',
  'PORTAL_URL',
  'STAFF_URL',
] as const;

const newKeyHint = 'Generate one with: openssl rand -hex 32';

/** One line for each unsafe setting: its name, the problem, and what to do. Never its value. */
export function findUnsafeSettings(data: ProductionSettings): string[] {
  return [...findWeakKeys(data), ...findUnencryptedConnections(data)];
}

function findWeakKeys({ SECRET_KEY, OTHER_SECRET_KEYS = [], VAULT_KEYS = [] }: ProductionSettings): string[] {
  const root = SECRET_KEY?.toLowerCase();
  const parts = VAULT_KEYS.flatMap((key) =>
    key.parts.map((part) => ({ id: key.id, part: part.toLowerCase() })),
  );
  const problems =
    root && isWeakKey(root) ? [`SECRET_KEY: not random, so it can be guessed. ${newKeyHint}`] : [];
  if (OTHER_SECRET_KEYS.some(isWeakKey))
    problems.push(`OTHER_SECRET_KEYS: not random, so it can be guessed. ${newKeyHint}`);
  for (const { id } of parts.filter(({ part }) => isWeakKey(part)))
    problems.push(`VAULT_KEYS: the key ${id} is not random, so it can be guessed. ${newKeyHint}`);
  for (const { id } of parts.filter(({ part }) => part === root))
    problems.push(`VAULT_KEYS: the key ${id} equals SECRET_KEY. ${newKeyHint}`);
  for (const { id } of parts.filter(({ part }) => OTHER_SECRET_KEYS.includes(part)))
    problems.push(`VAULT_KEYS: the key ${id} is also in OTHER_SECRET_KEYS. ${newKeyHint}`);
  const duplicate = parts.find(({ part, id }) =>
    parts.some((other) => other.part === part && other.id !== id),
  );
  return duplicate
    ? [...problems, `VAULT_KEYS: ${duplicate.id} equals another key. ${newKeyHint}`]
    : problems;
}

/** Of random 64-digit keys, one in a trillion has so few different digits. */
const minimumDistinctDigits = 10;

/** Whether a key was typed instead of generated: few different digits, or a repeated sequence. */
export function isWeakKey(key: string): boolean {
  const periods = [1, 2, 4, 8, 16, 32];
  return (
    new Set(key).size < minimumDistinctDigits ||
    periods.some((period) => key.slice(period) === key.slice(0, -period))
  );
}

function findUnencryptedConnections(data: ProductionSettings): string[] {
  const problems: string[] = [];
  for (const name of publicUrlSettings)
    if (data[name]?.startsWith('http:'))
      problems.push(`${name}: HTTP exposes cards and passwords. Use the HTTPS URL of your proxy`);
  for (const name of ['S3_ENDPOINT', 'SIMULATOR_URL'] as const)
    if (data[name]?.startsWith('http:') && !isLoopbackHost(new URL(data[name]).hostname))
      problems.push(`${name}: HTTP over a network is not encrypted. Use an HTTPS URL`);
  for (const name of ['DATABASE_URL', 'PAYMENT_DATABASE_URL', 'DATABASE_REPLICA_URL'] as const)
    if (data[name]) problems.push(...checkDatabaseUrl(name, data[name]));
  if (data.SMTP_URL) problems.push(...checkSmtpUrl(data.SMTP_URL));
  return problems;
}

const verifyingSslModes = ['require', 'verify-ca', 'verify-full'];

/** `require` also verifies the certificate, unless libpq's semantics are requested. */
function checkDatabaseUrl(name: string, text: string): string[] {
  // Without a host, as for a socket, only pg considers it a URL.
  const url = parseUrl(text.replace('@/', '@localhost/'));
  if (!url)
    return [`${name}: not a valid URL. Percent-encode special characters in the password, such as %40 for @`];
  const mode = url.searchParams.get('sslmode');
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return [];
  const isChecked =
    mode !== null &&
    verifyingSslModes.includes(mode) &&
    !(mode === 'require' && url.searchParams.get('uselibpqcompat') === 'true');
  return isChecked
    ? []
    : [
        `${name}: the connection is not encrypted, or its certificate is not verified. Add ?sslmode=verify-full, and &sslrootcert=file for your own certificate authority`,
      ];
}

const unsafeSmtpOptions = [
  ['ignoreTLS', 'true'],
  ['requireTLS', 'false'],
  ['tls.rejectUnauthorized', 'false'],
] as const;

/** Remote servers require STARTTLS (mail/mailer.ts), unless the URL disables it. */
function checkSmtpUrl(text: string): string[] {
  const url = parseUrl(text);
  if (!url)
    return [
      'SMTP_URL: not a valid URL. Percent-encode special characters in the password, such as %40 for @',
    ];
  if (isLoopbackHost(url.hostname)) return [];
  return unsafeSmtpOptions
    .filter(([name, value]) => url.searchParams.get(name) === value)
    .map(([name]) => `SMTP_URL: emails with password reset links would be sent unencrypted. Remove ${name}`);
}

/** Whether traffic to a host stays on this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
