import { anonymousReader } from '../docs-reader';
import { grammars } from '../examples/code-examples.server';
import type { CodeLanguage } from '../examples/code-language';
import { listVariables } from '~/platform/api-description/example-requests';
import { buildSession, codeWriters, sessionLabel } from '../examples/sessions.server';
import type { FieldDescription } from '../reference/field-descriptions.server';
import type { OperationView } from '../reference/operation-views.server';
import { toMarkdownTable } from './markdown-table';

/** The session of a resource's examples. */
export function writeSession(language: CodeLanguage, operations: readonly OperationView[]): string {
  const variables = listVariables(operations.flatMap(({ requests }) => requests));
  const code = buildSession(language, anonymousReader, variables);
  return `${codeWriters[language].requirements}\n\n${writeBlock(language, sessionLabel, code)}`;
}

/** An operation of the reference in Markdown, without its heading. */
export function writeOperation(language: CodeLanguage, operation: OperationView): string {
  const { method, path, description, parameters, body, requests, reply, headers, problems } = operation;
  const { object } = reply;
  return [
    `\`${method} ${path}\``,
    description,
    ...writePart('Parameters', writeFields(parameters)),
    ...writePart('Body', writeFields(body)),
    ...requests.map((request) =>
      writeBlock(language, request.label, codeWriters[language].writeRequest(request)),
    ),
    ...(reply.fields.length
      ? writePart(`Response: ${reply.description}`, writeFields(reply.fields))
      : writePart('Response', `200, a [${object}](/docs/reference/objects.md). ${reply.description}.`)),
    `\`\`\`json\n${reply.example}\n\`\`\``,
    ...writePart('Response headers', headers.map((name) => `\`${name}\``).join(', ')),
    ...writePart(
      'Errors',
      problems
        .map(({ status, codes }) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`)
        .join('\n'),
    ),
  ].join('\n\n');
}

export function writeFields(fields: readonly FieldDescription[]): string {
  if (!fields.length) return '';
  return toMarkdownTable(
    ['Field', 'Type', 'Description'],
    fields.map(({ path, type, required, description, values }) => [
      `\`${path}\``,
      required ? `${type}, required` : type,
      [description, values && `Values: ${values.map((value) => `\`${value}\``).join(', ')}.`]
        .filter(Boolean)
        .join(' ')
        .replaceAll('|', '\\|'),
    ]),
  );
}

const writePart = (title: string, markdown: string) => (markdown ? [`### ${title}`, markdown] : []);

const writeBlock = (language: CodeLanguage, label: string, code: string) =>
  `\`\`\`${grammars[language]} ${label}\n${code}\n\`\`\``;
