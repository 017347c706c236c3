import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import { findIdempotencyConflicts, listApiRequests } from '~/merchants/api-requests/request-list';
import { findExternalIdUses } from '~/payments/idempotency/external-id-uses';
import { isId } from '~/platform/ids';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { toExactTextLine, maximumLineUnits } from '~/platform/text/line-input';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { Conflicts } from './external-ids/conflicts';
import { UseTable } from './external-ids/use-table';
import { findExternalIdProblem, getAdvice } from './external-ids/external-id-messages';
import { RequestTable } from './requests/request-table';

const maximumRows = 50;

export const meta = formTitle('External IDs');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'developer_view');
  const query = new URL(request.url).searchParams;
  const sent = query.get('external_id');
  const problem = sent === null ? undefined : findExternalIdProblem(sent);
  const older = readTextParameter(query, 'before');
  // A card number isn't shown again, and is kept out of the database's log.
  if (sent === null || problem)
    return { environment, externalId: '', found: null, problem, rejected: Boolean(problem) };
  const externalId = toExactTextLine(sent);
  const search = { accountId: account.id, environment, externalId };
  const [uses, list, conflicts] = await Promise.all([
    findExternalIdUses(search),
    listApiRequests({ ...search, limit: maximumRows, older: isId('req', older) ? older : undefined }),
    findIdempotencyConflicts(search),
  ]);
  return {
    environment,
    externalId,
    rejected: false,
    found: {
      ...{ uses, conflicts, ...list, isLaterPage: isId('req', older) },
      advice: getAdvice({ requests: list.requests, uses }),
    },
  };
}

export default function ExternalIds() {
  const { environment, externalId, found, problem } = useLoaderData<typeof loader>();
  const errors = useMemo(() => (problem ? [{ fieldId: 'external_id', message: problem }] : []), [problem]);
  return (
    <>
      <PageHeader
        title="External IDs"
        lead={
          <>
            Find out what happened to an <code className="font-mono text-sm">external_id</code> in the{' '}
            {environment} environment. Retries with the same ID never repeat an operation.{' '}
            <TextLink to="/docs/idempotency">How idempotency works</TextLink>
          </>
        }
      />
      <ErrorSummary errors={errors} />
      <ListFilterForm
        filter={externalId}
        resetUrl={false}
        submitLabel="Look up"
        result={
          found && {
            count: found.uses.length + found.requests.length,
            isFirst: !found.isLaterPage,
            isLast: !found.older,
          }
        }
      >
        <Field
          name="external_id"
          label="external_id"
          hint="The complete ID, exactly as your server sent it."
          defaultValue={externalId}
          error={problem}
          maxLength={maximumLineUnits}
          autoCapitalize="none"
          spellCheck={false}
          className="w-full sm:w-96"
        />
      </ListFilterForm>
      {found && (
        <div className="space-y-6">
          <Banner tone={found.conflicts.length ? 'caution' : 'info'} title="What this means">
            {found.advice.map((sentence) => (
              <p key={sentence} className="mt-1">
                {sentence}
              </p>
            ))}
          </Banner>
          {found.uses.length > 0 && (
            <Panel title="Operations">
              <UseTable uses={found.uses} />
            </Panel>
          )}
          {found.conflicts.length > 0 && <Conflicts conflicts={found.conflicts} />}
          {found.requests.length > 0 && (
            <Panel
              title="Requests"
              action={
                found.older && (
                  <TextLink
                    to={buildListUrl('/developers/external-ids', {
                      external_id: externalId,
                      before: found.older,
                    })}
                  >
                    Older
                  </TextLink>
                )
              }
            >
              <p className="mb-5 text-ink-soft">From the last 30 days, newest first.</p>
              <RequestTable
                caption="Requests with this external_id, newest first"
                requests={found.requests}
              />
            </Panel>
          )}
        </div>
      )}
    </>
  );
}
