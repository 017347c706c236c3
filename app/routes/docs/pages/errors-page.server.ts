import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { anonymousReader } from '../docs-reader';
import { readGuideMarkdown } from '../guides.server';

export const errorsPage = {
  path: '/docs/errors',
  title: 'Errors',
  description: 'Every API error code, its cause, and how to fix it.',
};

export const listProblems = (document: ApiDocument) =>
  Object.entries(document['x-problems']).map(([code, problem]) => ({ code, ...problem }));

export function readErrorsIntroduction({ paths }: ApiDocument): string {
  const { examples } = paths['/refunds']!.post!.responses['422']!.content['application/json'];
  const example = JSON.stringify(examples!.amount_exceeds_remaining!.value, null, 2);
  return readGuideMarkdown('errors', anonymousReader, {
    error_example: `\`\`\`json Example error\n${example}\n\`\`\``,
  });
}
