import { config } from '~/platform/config/config.server';
import type { DocsReader } from './docs-reader';

const placeholder = { clientId: 'acc_…', clientSecret: 'sk_test_…' };

/** The start of the examples' shell session: the reader's own token, or how to get one. */
export function buildShellSessionStart({ clientId, token }: DocsReader): string {
  const addressLines = `API=${config.addresses.api.test}\nCLIENT_ID=${clientId ?? placeholder.clientId}`;
  const runLine = 'RUN=$(date +%s)';
  if (token) return [addressLines, `TOKEN=${token}`, runLine].join('\n');
  return `${addressLines}
CLIENT_SECRET=${placeholder.clientSecret}

TOKEN=$(curl -s "$API/auth/token" -H 'Content-Type: application/json' \\
  -d '{"client_id": "'$CLIENT_ID'", "client_secret": "'$CLIENT_SECRET'"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
echo "$TOKEN"
${runLine}`;
}

export const shellSessionLabel = 'sh Start the session';

export const buildShellSessionBlock = (reader: DocsReader): string =>
  `\`\`\`${shellSessionLabel}\n${buildShellSessionStart(reader)}\n\`\`\``;
