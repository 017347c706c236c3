import { parseUrl } from './parse-url';

/** What is known of settings that can be read, and stop a start in production mode all the same. Pure: `config.server.ts` asks. */
export type LiveSettings = {
  SECRET_KEY?: string;
  OTHER_SECRET_KEYS?: string[];
  VAULT_KEYS?: { id: string; parts: string[] }[];
  DATABASE_URL?: string;
  SMTP_URL?: string;
  S3_ENDPOINT?: string;
  SIMULATOR_URL?: string;
} & Partial<Record<(typeof ownAddresses)[number], string>>;

export const ownAddresses = [
  'API_URL',
  'TEST_API_URL',
  'CHECKOUT_URL',
  'TEST_CHECKOUT_URL',
  'PORTAL_URL',
  'STAFF_URL',
] as const;

const freshKey = 'make one with: openssl rand -hex 32';

/** One line for each setting that is not safe where real money moves: its name, what is wrong, what to do. Never its value. */
export function unsafeSettings(data: LiveSettings): string[] {
  return [...weakKeys(data), ...openWays(data)];
}

function weakKeys({ SECRET_KEY, OTHER_SECRET_KEYS = [], VAULT_KEYS = [] }: LiveSettings): string[] {
  const root = SECRET_KEY?.toLowerCase();
  const parts = VAULT_KEYS.flatMap((key) =>
    key.parts.map((part) => ({ id: key.id, part: part.toLowerCase() })),
  );
  const told = root && isWeak(root) ? [`SECRET_KEY: not random, so that it can be guessed; ${freshKey}`] : [];
  if (OTHER_SECRET_KEYS.some(isWeak))
    told.push(`OTHER_SECRET_KEYS: not random, so that it can be guessed; ${freshKey}`);
  for (const { id } of parts.filter(({ part }) => isWeak(part)))
    told.push(`VAULT_KEYS: the key ${id} is not random, so that it can be guessed; ${freshKey}`);
  for (const { id } of parts.filter(({ part }) => part === root))
    told.push(
      `VAULT_KEYS: the key ${id} is SECRET_KEY once more, so that whoever has one has both; ${freshKey}`,
    );
  for (const { id } of parts.filter(({ part }) => OTHER_SECRET_KEYS.includes(part)))
    told.push(
      `VAULT_KEYS: the key ${id} stands in OTHER_SECRET_KEYS too, so that whoever has one has both; ${freshKey}`,
    );
  const twice = parts.find(({ part, id }) => parts.some((other) => other.part === part && other.id !== id));
  return twice ? [...told, `VAULT_KEYS: ${twice.id} is the same key as another one; ${freshKey}`] : told;
}

/** Of random keys of 64 digits one in a million millions has so few different ones. */
const fewestDigits = 10;

/** Whether a key is typed rather than made: few different digits, or the same stretch again and again. */
export function isWeak(key: string): boolean {
  const periods = [1, 2, 4, 8, 16, 32];
  return (
    new Set(key).size < fewestDigits || periods.some((period) => key.slice(period) === key.slice(0, -period))
  );
}

function openWays(data: LiveSettings): string[] {
  const told: string[] = [];
  for (const name of ownAddresses)
    if (data[name]?.startsWith('http:'))
      told.push(
        `${name}: http sends cards and passwords in the open; give the https address that the proxy in front serves`,
      );
  for (const name of ['S3_ENDPOINT', 'SIMULATOR_URL'] as const)
    if (data[name]?.startsWith('http:') && !isThisMachine(new URL(data[name]).hostname))
      told.push(`${name}: http over a network can be read on the way; give an https address`);
  if (data.DATABASE_URL) told.push(...openDatabase(data.DATABASE_URL));
  if (data.SMTP_URL) told.push(...openMail(data.SMTP_URL));
  return told;
}

const checkedModes = ['require', 'verify-ca', 'verify-full'];

/** `require` checks the certificate too, unless libpq's own meaning of the word is asked for. */
function openDatabase(text: string): string[] {
  // Without a host, as for a socket, it is an address to pg and to nobody else.
  const url = parseUrl(text.replace('@/', '@localhost/'));
  if (!url)
    return ['DATABASE_URL: cannot be read; encode special characters of the password, such as %40 for @'];
  const mode = url.searchParams.get('sslmode');
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return [];
  const isChecked =
    mode !== null &&
    checkedModes.includes(mode) &&
    !(mode === 'require' && url.searchParams.get('uselibpqcompat') === 'true');
  return isChecked
    ? []
    : [
        'DATABASE_URL: the way to the database is not encrypted, or its certificate not checked; add ?sslmode=verify-full, and &sslrootcert=file for a certificate authority of your own',
      ];
}

const unsafeMail = [
  ['ignoreTLS', 'true'],
  ['requireTLS', 'false'],
  ['tls.rejectUnauthorized', 'false'],
] as const;

/** Off this machine STARTTLS is asked for (mail/mailer.ts), unless the address itself gives it up. */
function openMail(text: string): string[] {
  const url = parseUrl(text);
  if (!url) return ['SMTP_URL: cannot be read; encode special characters of the password, such as %40 for @'];
  if (isThisMachine(url.hostname)) return [];
  return unsafeMail
    .filter(([name, value]) => url.searchParams.get(name) === value)
    .map(
      ([name]) => `SMTP_URL: mail with links for new passwords would travel in the open; leave ${name} out`,
    );
}

/** Whether what is sent to a host stays on this machine. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
