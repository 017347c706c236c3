import type { CodeWriter } from './code-writer';
import { joinParts, splitVariables, writeLiteral, type Syntax } from './literal';

/** JSON within single quotes, which end where a variable is. */
const syntax: Syntax = {
  text: (parts) => `"${joinParts(parts, writeQuoted, (name) => `'$${name.toUpperCase()}'`)}"`,
  key: (name) => `"${name}": `,
  object: ['{', '}'],
  emptyObject: '{}',
  margin: '  ',
  trailingComma: '',
};

const writeQuoted = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll("'", `'\\''`);

const writePath = (path: string) =>
  joinParts(
    splitVariables(path),
    (text) => text,
    (name) => `$${name.toUpperCase()}`,
  );

export const curlWriter: CodeWriter = {
  requirements: 'Paste the session into a shell, and then the examples.',
  declare: (variable, value) => `${variable.toUpperCase()}=${value}`,
  login: `TOKEN=$(curl -s "$API/auth/token" -H 'Content-Type: application/json' \\
  -d '{"client_id": "'$CLIENT_ID'", "client_secret": "'$CLIENT_SECRET'"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
echo "$TOKEN"`,
  run: 'RUN=$(date +%s)',
  writeRequest: ({ method, path, isAuthenticated, body }) =>
    [
      `curl -s ${method === 'DELETE' ? '-X DELETE ' : ''}"$API${writePath(path)}"`,
      ...(isAuthenticated ? [`-H "Authorization: Bearer $TOKEN"`] : []),
      ...(body ? [`-H 'Content-Type: application/json'`, `-d '${writeLiteral(body, syntax)}'`] : []),
    ].join(' \\\n  ') + '; echo',
};
