import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Eye, SearchX } from 'lucide-react';
import {
  listSupportSessionStaff,
  listSupportSessions,
} from '~/merchants/support-sessions/support-session-records';
import { isId } from '~/platform/ids';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { renderSupportSessionEnd } from '~/ui/support-sessions/support-session-details';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { SelectField } from '~/ui/forms/select-field';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { requireStaff } from '../guards';

const path = '/staff/support-sessions';

export const meta = pageTitle('Support sessions');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'support_sessions_view');
  const query = new URL(request.url).searchParams;
  const [who, account, before] = [
    readTextParameter(query, 'who'),
    readTextParameter(query, 'account'),
    readTextParameter(query, 'before'),
  ];
  const filter = { who: isId('usr', who) ? who : undefined, account: account || undefined };
  // An invalid ID belongs to no account.
  const isUnknownAccount = account !== '' && !isId('acc', account);
  const list = isUnknownAccount
    ? { supportSessions: [], before: null }
    : await listSupportSessions({
        staffUserId: filter.who,
        accountId: filter.account,
        before: isId('sup', before) ? before : undefined,
      });
  return {
    ...list,
    people: await listSupportSessionStaff(),
    visible: filter,
    isLaterPage: isId('sup', before),
  };
}

export default function StaffSupportSessions() {
  const { supportSessions, before, people, visible: filter, isLaterPage } = useLoaderData<typeof loader>();
  const isFiltered = Boolean(filter.who ?? filter.account);
  return (
    <>
      <PageHeader
        title="Support sessions"
        lead="Staff sessions in merchants’ accounts, with the reason for each, newest first."
      />
      {(isFiltered || supportSessions.length > 0) && (
        <ListFilterForm
          filter={filter}
          resetUrl={isFiltered && path}
          result={{ count: supportSessions.length, isFirst: !isLaterPage, isLast: !before }}
        >
          <SelectField
            name="who"
            label="Person"
            defaultValue={filter.who}
            options={[
              { value: '', text: 'Everyone' },
              ...people.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            className="w-full sm:w-56"
          />
          <Field
            name="account"
            type="search"
            label="Account ID"
            defaultValue={filter.account}
            maxLength={255}
            className="w-full sm:w-96"
          />
        </ListFilterForm>
      )}
      {supportSessions.length ? (
        <Panel>
          <Table
            caption="Support sessions"
            rows={supportSessions}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Started',
                cell: ({ id, startedAt }) => (
                  <TextLink to={`${path}/${id}`}>
                    <Time at={startedAt} />
                  </TextLink>
                ),
              },
              { title: 'Who', cell: ({ by }) => by },
              {
                title: 'Merchant',
                cell: ({ account }) => (
                  <TextLink
                    to={buildListUrl(path, { account: account.id })}
                    aria-label={`All support sessions with ${account.name}`}
                  >
                    {account.name}
                  </TextLink>
                ),
              },
              {
                title: 'Reason',
                cell: ({ reason, caseReference }) =>
                  caseReference ? `${reason} (${caseReference})` : reason,
              },
              { title: 'Ended', cell: (supportSession) => renderSupportSessionEnd(supportSession) },
              { title: 'Pages', align: 'right', cell: ({ pages }) => pages },
            ]}
          />
        </Panel>
      ) : isFiltered ? (
        <EmptyState
          icon={SearchX}
          title="No results"
          action={
            <ButtonLink to={path} variant="secondary">
              Show all support sessions
            </ButtonLink>
          }
        >
          No support session matches. Search for a complete account ID.
        </EmptyState>
      ) : (
        <EmptyState icon={Eye} title="No support sessions yet">
          Every support session appears here, with its reason and the pages viewed.
        </EmptyState>
      )}
      <Pagination
        newest={isLaterPage ? buildListUrl(path, filter) : null}
        older={before ? buildListUrl(path, { ...filter, before }) : null}
      />
    </>
  );
}
