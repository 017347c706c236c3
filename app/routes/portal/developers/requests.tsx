import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ListTree, SearchX } from 'lucide-react';
import { listRequests, listSecretHints } from '~/merchants/request-list';
import { apiOperationNames } from '~/platform/api-operations';
import { holdsCardNumber } from '~/platform/card-numbers';
import { isDay, spanOfDays } from '~/platform/days';
import { isId } from '~/platform/ids';
import { lineOf } from '~/platform/typed-line';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Pagination } from '~/ui/pagination';
import { requireMerchant } from '../../guards';
import { RequestFilter, type Typed } from './requests/filter';
import { RequestTable } from './requests/request-table';

export const meta = pageTitle('Requests');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'developer_view');
  const query = new URL(request.url).searchParams;
  const typed = readFilter(query);
  const place = { accountId: account.id, environment };
  const older = query.get('before') ?? '';
  const span = spanOfDays({ from: typed.from, to: typed.to, timeZone: account.timeZone });
  const [list, secrets] = await Promise.all([
    listRequests({
      ...place,
      ...span,
      statusClass: typed.status ? Number(typed.status) : undefined,
      operation: typed.operation,
      code: typed.code,
      externalId: typed.external_id,
      secretId: typed.secret,
      older: isId('req', older) ? older : undefined,
    }),
    listSecretHints(place),
  ]);
  return { ...list, secrets, typed, environment, timeZone: account.timeZone, later: isId('req', older) };
}

/** A filter typed into the address may be anything: what makes no sense filters nothing. */
function readFilter(query: URLSearchParams) {
  const text = (name: string) => lineOf(query.get(name) ?? '');
  const [code, externalId, secret, from, to] = ['code', 'external_id', 'secret', 'from', 'to'].map(text) as [string, string, string, string, string];
  return {
    status: ['2', '4', '5'].find((digit) => digit === query.get('status')),
    operation: apiOperationNames.find((name) => name === query.get('operation')),
    code: /^[a-z_]{1,40}$/.test(code) ? code : undefined,
    external_id: externalId && !holdsCardNumber(externalId) ? externalId : undefined,
    secret: isId('key', secret) ? secret : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
  };
}

export default function Requests() {
  const { requests, older, cutShort, secrets, typed, environment, timeZone, later } = useLoaderData<typeof loader>();
  const filtered = Object.values(typed).some(Boolean);
  return (
    <>
      <PageHeader title="Requests" lead={`What your servers sent to the API in the ${environment} environment in the last 30 days, newest first. Card data, secrets and payers’ data are not kept.`} />
      {(filtered || later || requests.length > 0) && <RequestFilter typed={typed} secrets={secrets} timeZone={timeZone} filtered={filtered} />}
      {requests.length ? (
        <Card>
          <RequestTable caption="Requests, newest first" requests={requests} />
        </Card>
      ) : cutShort ? (
        <EmptyState icon={SearchX} title="Nothing found so far">
          None of the 10,000 requests looked through matches. Older ones are on the next page.
        </EmptyState>
      ) : filtered || later ? (
        <EmptyState icon={SearchX} title="Nothing found" action={<ButtonLink to="/developers/requests" variant="secondary">Show all requests</ButtonLink>}>
          No request of the last 30 days matches.
        </EmptyState>
      ) : (
        <EmptyState icon={ListTree} title="No requests yet" action={<ButtonLink to="/docs">Read the docs</ButtonLink>}>
          Each request that your server sends with its access token stands here a moment later, with what it asked and what it was answered.
        </EmptyState>
      )}
      <Pagination newest={later ? listAddress(typed) : null} older={older ? listAddress({ ...typed, before: older }) : null} />
    </>
  );
}

function listAddress(parts: Typed & { before?: string }): string {
  const query = new URLSearchParams(Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `/developers/requests?${query}`;
}
