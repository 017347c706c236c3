import { config } from '~/platform/config.server';
import type { Reader } from './reader';

const placeholder = { clientId: 'acc_…', clientSecret: 'sk_test_…' };

/** What the examples' shell session begins with: the reader's own token, or how to fetch one. */
export function sessionStart({ clientId, token }: Reader): string {
  const api = `API=${config.addresses.api.test}`;
  const run = 'RUN=$(date +%s)';
  if (token) return [api, `TOKEN=${token}`, run].join('\n');
  return `${api}
CLIENT_ID=${clientId ?? placeholder.clientId}
CLIENT_SECRET=${placeholder.clientSecret}

TOKEN=$(curl -s "$API/auth/token" -H 'Content-Type: application/json' \\
  -d '{"client_id": "'$CLIENT_ID'", "client_secret": "'$CLIENT_SECRET'"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
echo "$TOKEN"
${run}`;
}

export const sessionLabel = 'sh Begin the session';

export const sessionBlock = (reader: Reader): string => `\`\`\`${sessionLabel}\n${sessionStart(reader)}\n\`\`\``;

export const clientIdOf = ({ clientId }: Reader): string => clientId ?? placeholder.clientId;
