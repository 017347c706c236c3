import { config } from '~/platform/config.server';
import type { Reader } from './reader';

const placeholder = { clientId: 'acc_…', clientSecret: 'sk_test_…' };

/** What the examples' shell session begins with: the reader's own token, or how to fetch one. */
export function sessionStart({ clientId, token }: Reader): string {
  const begin = `API=${config.addresses.api.test}\nCLIENT_ID=${clientId ?? placeholder.clientId}`;
  const run = 'RUN=$(date +%s)';
  if (token) return [begin, `TOKEN=${token}`, run].join('\n');
  return `${begin}
CLIENT_SECRET=${placeholder.clientSecret}

TOKEN=$(curl -s "$API/auth/token" -H 'Content-Type: application/json' \\
  -d '{"client_id": "'$CLIENT_ID'", "client_secret": "'$CLIENT_SECRET'"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
echo "$TOKEN"
${run}`;
}

export const sessionLabel = 'sh Begin the session';

export const sessionBlock = (reader: Reader): string =>
  `\`\`\`${sessionLabel}\n${sessionStart(reader)}\n\`\`\``;
