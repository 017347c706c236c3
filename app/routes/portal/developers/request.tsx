import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findRequest } from '~/merchants/request-list';
import { isId } from '~/platform/ids';
import { listAddress } from '~/platform/list-address';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { InlineCode } from '~/ui/inline-code';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Badge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { requireMerchant } from '../../guards';
import { Body } from './requests/body';
import { outcomeWords, statusWord } from './requests/words';

export const meta = pageTitle('Request');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'developer_view');
  const found = isId('req', params.id!) ? await findRequest({ accountId: account.id, environment, id: params.id! }) : null;
  if (!found) throw new Response('Not found', { status: 404 });
  const { accountId: _account, ...rest } = found;
  return rest;
}

export default function ApiRequest() {
  const found = useLoaderData<typeof loader>();
  const { id, environment, method, path, operation, status, code, externalId, outcome, transactionId, intentId } = found;
  return (
    <>
      <PageHeader title="Request" lead={<TextLink to="/developers/requests">All requests</TextLink>} />
      <div className="space-y-6">
        <Card>
          <DescriptionList
            facts={[
              ['Request', <code key="request" className="font-mono text-sm break-all">{method} {path}</code>],
              ['Operation', operation && <TextLink key="operation" to={`/docs/reference#${operation}`}>{operation}</TextLink>],
              ['Answer', <span key="answer" className="inline-flex flex-wrap items-center gap-2"><Badge {...statusWord(status)} />{code && <TextLink to={`/docs/errors#${code}`} className="font-mono text-sm">{code}</TextLink>}</span>],
              ['When', <Time key="when" at={found.createdAt} />],
              ['Took', `${found.durationMs} ms`],
              ['external_id', externalId === null ? null : <ExternalId key="external" externalId={externalId} />],
              ['Outcome', outcome && <span key="outcome"><Badge {...outcomeWords[outcome]} /> <span className="mt-1 block text-ink-soft">{outcomeWords[outcome].meaning}</span></span>],
              ['Transaction', transactionId && <TextLink key="transaction" to={`/transactions/${transactionId}`} className="font-mono text-sm break-all">{transactionId}</TextLink>],
              ['Intent', intentId && <CopyValue key="intent" value={intentId} label="intent id" />],
              ['Secret', found.secretHint ? <InlineCode key="secret">{`sk_${environment}_…${found.secretHint}`}</InlineCode> : null],
              ['Sent from', found.address || null],
              ['User agent', found.userAgent],
              ['Request id', <CopyValue key="id" value={id} label="request id" />],
            ]}
          />
        </Card>
        <Body title="What was sent" label="request body" text={found.requestBody} bytes={found.requestBytes} />
        <Body title="What was answered" label="response body" text={found.responseBody} bytes={found.responseBytes} />
      </div>
    </>
  );
}

function ExternalId({ externalId }: { externalId: string }) {
  return (
    <>
      <CopyValue value={externalId} label="external_id" />
      <span className="mt-2 block">
        <TextLink to={listAddress('/developers/external-ids', { external_id: externalId })}>All requests with this external_id</TextLink>
      </span>
    </>
  );
}
