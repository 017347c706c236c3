import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ListTree, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { listApiRequests, listSecretHints } from '~/merchants/api-requests/request-list';
import { apiOperationNames } from '~/platform/api-description/api-operations';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { readDayRange } from '~/platform/time/day-range';
import { getDaySpan } from '~/platform/time/days';
import { isId } from '~/platform/ids';
import { buildListUrl, readOption, readTextParameter } from '~/platform/lists/list-url';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { requireMerchant } from '../../guards';
import { RequestFilter } from './requests/filter';
import { RequestTable } from './requests/request-table';

const path = '/developers/requests';

export const meta = pageTitle('Requests');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'developer_view');
  const query = new URL(request.url).searchParams;
  const { days, input: dayInput, problems: dayProblems } = readDayRange(query);
  const { code: enteredCode, ...named } = readFilter(query);
  const code = parseErrorCode(enteredCode);
  const place = { accountId: account.id, environment };
  const older = readTextParameter(query, 'before');
  const problems = {
    ...(enteredCode && !code && { code: 'Enter an error code such as external_id_conflict' }),
    ...dayProblems,
  };
  // What is valid of a wrong filter would select other requests than the person meant.
  const isValid = !Object.keys(problems).length;
  const [list, secrets] = await Promise.all([
    isValid
      ? listApiRequests({
          ...place,
          ...getDaySpan({ ...days, timeZone: account.timeZone }),
          statusClass: named.status ? Number(named.status) : undefined,
          operation: named.operation,
          code,
          externalId: named.external_id,
          secretId: named.secret,
          older: isId('req', older) ? older : undefined,
        })
      : { requests: [], older: null, cutShort: false },
    listSecretHints(place),
  ]);
  return {
    ...list,
    secrets,
    visibleRequests: { ...named, code, ...days },
    input: { ...named, code: code ?? enteredCode, ...dayInput },
    problems,
    environment,
    later: isId('req', older),
  };
}

/** Undefined for anything that can't be an error code, such as an HTTP status. */
const parseErrorCode = (text: string): string | undefined =>
  /^[a-z]+([_ -][a-z]+)*$/i.test(text) ? text.toLowerCase().replaceAll(/[ -]/g, '_') : undefined;

/** A filter in the URL may have been typed: invalid values filter nothing. */
function readFilter(query: URLSearchParams) {
  const [code, externalId, secret] = [
    readTextParameter(query, 'code'),
    readTextParameter(query, 'external_id'),
    readTextParameter(query, 'secret'),
  ];
  return {
    status: readOption(query, 'status', ['2', '4', '5']),
    operation: readOption(query, 'operation', apiOperationNames),
    code,
    external_id: externalId && !containsCardNumber(externalId) ? externalId : undefined,
    secret: isId('key', secret) ? secret : undefined,
  };
}

export default function Requests() {
  const { requests, older, cutShort, secrets, visibleRequests, input, problems, environment, later } =
    useLoaderData<typeof loader>();
  const filtered = Object.values(input).some(Boolean);
  const errors = useMemo(() => toSummaryErrors(problems), [problems]);
  return (
    <>
      <PageHeader
        title="Requests"
        lead={`API requests from your servers in the ${environment} environment in the last 30 days, newest first. Card data and secrets aren’t stored, and payers’ personal data is masked. Only about ten requests per second that were rejected with 401, 403, or 429 are stored. A GET /events request is stored only if it returned an event or was rejected.`}
      />
      <ErrorSummary errors={errors} />
      {(filtered || later || requests.length > 0) && (
        <RequestFilter
          input={input}
          problems={problems}
          secrets={secrets}
          filtered={filtered}
          result={errors.length ? null : { count: requests.length, isFirst: !later, isLast: !older }}
        />
      )}
      {errors.length > 0 ? null : requests.length ? (
        <Panel padding="small">
          <RequestTable caption="Requests, newest first" requests={requests} />
        </Panel>
      ) : cutShort ? (
        <EmptyState icon={SearchX} title="No results yet">
          None of the 10,000 requests searched so far match. Go to the next page to search older ones.
        </EmptyState>
      ) : filtered || later ? (
        <EmptyState
          icon={SearchX}
          title="No results"
          action={
            <ButtonLink to="/developers/requests" variant="secondary">
              Clear filters
            </ButtonLink>
          }
        >
          No requests in the last 30 days match.
        </EmptyState>
      ) : (
        <EmptyState
          icon={ListTree}
          title="No requests yet"
          action={<ButtonLink to="/docs">Read the docs</ButtonLink>}
        >
          Requests that your server sends with its access token appear here within moments, with their
          responses.
        </EmptyState>
      )}
      <Pagination
        newest={later ? buildListUrl(path, visibleRequests) : null}
        older={older ? buildListUrl(path, { ...visibleRequests, before: older }) : null}
      />
    </>
  );
}
