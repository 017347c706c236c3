import { config } from '~/platform/config/config.server';
import type { DocsReader } from '../docs-reader';
import type { CodeLanguage } from './code-language';
import type { CodeWriter } from './code-writer';
import { curlWriter } from './curl-writer';
import { idPrefixes } from '~/platform/api-description/example-requests';
import { nodeWriter } from './node-writer';
import { phpWriter } from './php-writer';
import { pythonWriter } from './python-writer';

export const codeWriters: Record<CodeLanguage, CodeWriter> = {
  curl: curlWriter,
  node: nodeWriter,
  python: pythonWriter,
  php: phpWriter,
};

export const sessionLabel = 'Start the session';

/** Variables whose value isn't an ID that readers fill in. */
const ownVariables = ['client_id', 'client_secret', 'token', 'run'];

/**
 * The start of the examples' session: the variables that they need, and the reader's own token, or how to get
 * one.
 */
export function buildSession(
  language: CodeLanguage,
  { clientId, token }: DocsReader,
  variables: readonly string[],
): string {
  const writer = codeWriters[language];
  const needsToken = variables.includes('token');
  const needsLogin = needsToken && !token;
  const lines = [
    writer.start?.({ usesRun: variables.includes('run') }),
    writer.declare('api', config.addresses.api.test),
    writer.declare('client_id', clientId ?? 'acc_…'),
    (needsLogin || variables.includes('client_secret')) && writer.declare('client_secret', 'sk_test_…'),
    needsToken && token && writer.declare('token', token),
    needsLogin && `\n${writer.login}`,
    variables.includes('run') && writer.run,
    ...variables
      .filter((name) => !ownVariables.includes(name))
      .map((name) => writer.declare(name, idPrefixes[name] ? `${idPrefixes[name]}_…` : '…')),
  ];
  return lines.filter(Boolean).join('\n');
}
