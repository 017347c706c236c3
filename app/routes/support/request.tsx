import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { findRequest } from '~/merchants/request-list';
import { isId } from '~/platform/ids';
import { recordAccess } from '~/support/accesses';
import { findOwnerOfRequest } from '~/support/owners';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Badge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import { Time, TimeZoneContext } from '~/ui/time';
import { requireStaff } from '../guards';
import { Body } from '../portal/developers/requests/body';
import { outcomeWords, statusWord } from '../portal/developers/requests/words';
import { EnvironmentBadge } from './search/payment-table';
import { searchAddress } from './search/address';

export const meta = pageTitle('Request');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  const owner = isId('req', id) ? await findOwnerOfRequest(id) : null;
  if (!owner) throw new Response(null, { status: 404 });
  const { accountId, environment } = owner;
  await recordAccess({ userId: user.id, accountId, action: 'staff_viewed_request', subject: id, details: { environment } });
  const found = await findRequest({ accountId, environment, id });
  if (!found) throw new Response(null, { status: 404 });
  return { owner, found };
}

export default function SupportRequest() {
  const { owner, found } = useLoaderData<typeof loader>();
  const { id, method, path, operation, status, code, externalId, outcome, transactionId, intentId } = found;
  return (
    <TimeZoneContext.Provider value={owner.timeZone}>
      <TextLink to={`/support/merchants/${owner.accountId}?environment=${owner.environment}#errors`} className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        {owner.merchant}
      </TextLink>
      <PageHeader title="Request" lead="Card data and personal data were never kept. The merchant’s audit log says that you looked." action={<EnvironmentBadge environment={owner.environment} />} />
      <div className="space-y-6">
        <Card>
          <DescriptionList
            facts={[
              ['Request', <code key="request" className="font-mono text-sm break-all">{method} {path}</code>],
              ['Operation', operation && <TextLink key="operation" to={`/docs/reference#${operation}`}>{operation}</TextLink>],
              ['Answer', <span key="answer" className="inline-flex flex-wrap items-center gap-2"><Badge {...statusWord(status)} />{code && <TextLink to={`/docs/errors#${code}`} className="font-mono text-sm">{code}</TextLink>}</span>],
              ['When', <Time key="when" at={found.createdAt} />],
              ['Took', `${found.durationMs} ms`],
              ['external_id', externalId === null ? null : <TextLink key="external" to={searchAddress({ q: `"${externalId}"` })} className="break-all">{externalId}</TextLink>],
              ['Outcome', outcome && <span key="outcome"><Badge {...outcomeWords[outcome]} /> <span className="mt-1 block text-ink-soft">{outcomeWords[outcome].meaning}</span></span>],
              ['Transaction', transactionId && <TextLink key="transaction" to={`/support/transactions/${transactionId}`} className="font-mono text-sm break-all">{transactionId}</TextLink>],
              ['Intent', intentId && <CopyValue key="intent" value={intentId} label="intent id" />],
              ['Secret', found.secretHint ? `ending in ${found.secretHint}` : null],
              ['Sent from', found.address || null],
              ['User agent', found.userAgent],
              ['Request id', <CopyValue key="id" value={id} label="request id" />],
            ]}
          />
        </Card>
        <Body title="What was sent" label="request body" text={found.requestBody} bytes={found.requestBytes} />
        <Body title="What was answered" label="response body" text={found.responseBody} bytes={found.responseBytes} />
      </div>
    </TimeZoneContext.Provider>
  );
}
