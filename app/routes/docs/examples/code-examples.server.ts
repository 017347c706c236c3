import type { ColoredCode } from '~/ui/content/code-block';
import type { DocsReader } from '../docs-reader';
import type { OperationView } from '../reference/operation-views.server';
import type { CodeLanguage } from './code-language';
import { listVariables, type ExampleRequest } from '~/platform/api-description/example-requests';
import { highlightCode, type Grammar } from './highlight.server';
import { buildSession, codeWriters } from './sessions.server';

export const grammars: Record<CodeLanguage, Grammar> = {
  curl: 'sh',
  node: 'js',
  python: 'python',
  php: 'php',
};

export type CodeExample = { label: string; code: ColoredCode };

/** An operation whose examples are in one language. */
export type OperationInLanguage = Omit<OperationView, 'requests' | 'reply'> & {
  requests: CodeExample[];
  reply: Omit<OperationView['reply'], 'example'> & { example: ColoredCode };
};

/** The session that the operations' examples share, and the operations with their examples. */
export function writeExamples(
  language: CodeLanguage,
  reader: DocsReader,
  operations: readonly OperationView[],
): {
  session: ColoredCode;
  requirements: string;
  /** Whether a request is authenticated with an access token. */
  needsToken: boolean;
  /** Whether values such as an ID are left to the reader. */
  hasPlaceholders: boolean;
  operations: OperationInLanguage[];
} {
  const variables = listVariables(operations.flatMap(({ requests }) => requests));
  const highlight = (text: string) => highlightCode(text, grammars[language]);
  const toExample = (request: ExampleRequest) => ({
    label: request.label,
    code: highlight(codeWriters[language].writeRequest(request)),
  });
  const session = buildSession(language, reader, variables);
  return {
    session: highlight(session),
    requirements: codeWriters[language].requirements,
    needsToken: variables.includes('token'),
    hasPlaceholders: session.includes('…'),
    operations: operations.map(({ requests, reply, ...operation }) => ({
      ...operation,
      requests: requests.map(toExample),
      reply: { ...reply, example: highlightCode(reply.example, 'json') },
    })),
  };
}
