import type { ApiDocument } from '~/platform/api-description/openapi-document';
import type { ColoredCode } from '~/ui/content/code-block';
import { grammars } from '../docs/examples/code-examples.server';
import { highlightCode } from '../docs/examples/highlight.server';
import { codeWriters } from '../docs/examples/sessions.server';
import { listResources } from '../docs/reference/operation-views.server';

/** The reference's first example of a payment intent, in curl. */
export function readExampleRequest(document: ApiDocument): ColoredCode {
  const intents = listResources(document).find(({ path }) => path === '/docs/reference/intents')!;
  const { requests } = intents.operations[0]!;
  return highlightCode(codeWriters.curl.writeRequest(requests[0]!), grammars.curl);
}
