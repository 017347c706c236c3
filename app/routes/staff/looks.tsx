import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Eye, SearchX } from 'lucide-react';
import { listLookers, listLooks } from '~/merchants/look-records';
import { isId } from '~/platform/ids';
import { listAddress, typedIn } from '~/platform/list-address';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { Field } from '~/ui/field';
import { ListFilter } from '~/ui/list-filter';
import { howLookEnded } from '~/ui/look-facts';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Pagination } from '~/ui/pagination';
import { SelectField } from '~/ui/select-field';
import { Table } from '~/ui/table';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { requireStaff } from '../guards';

const path = '/staff/looks';

export const meta = pageTitle('Looks');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'looks_view');
  const query = new URL(request.url).searchParams;
  const [who, account, before] = [typedIn(query, 'who'), typedIn(query, 'account'), typedIn(query, 'before')];
  const shown = { who: isId('usr', who) ? who : undefined, account: account || undefined };
  // What is no id is nobody's account.
  const none = account !== '' && !isId('acc', account);
  const list = none
    ? { looks: [], before: null }
    : await listLooks({
        staffUserId: shown.who,
        accountId: shown.account,
        before: isId('look', before) ? before : undefined,
      });
  return { ...list, people: await listLookers(), shown, onLaterPage: isId('look', before) };
}

export default function Looks() {
  const { looks, before, people, shown, onLaterPage } = useLoaderData<typeof loader>();
  const filtered = Boolean(shown.who ?? shown.account);
  return (
    <>
      <PageHeader title="Looks" lead="Who looked through which merchant’s eyes, and why, newest first." />
      {(filtered || looks.length > 0) && (
        <ListFilter typed={shown} all={filtered && path}>
          <SelectField
            name="who"
            label="Person"
            defaultValue={shown.who}
            options={[
              { value: '', text: 'Everybody' },
              ...people.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            className="w-full sm:w-56"
          />
          <Field
            name="account"
            type="search"
            label="Account (its whole id)"
            defaultValue={shown.account}
            maxLength={255}
            className="w-full sm:w-96"
          />
        </ListFilter>
      )}
      {looks.length ? (
        <Card>
          <Table
            caption="Looks"
            rows={looks}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Begun',
                cell: ({ id, begunAt }) => (
                  <TextLink to={`${path}/${id}`}>
                    <Time at={begunAt} />
                  </TextLink>
                ),
              },
              { title: 'Who', cell: ({ by }) => by },
              {
                title: 'Merchant',
                cell: ({ account }) => (
                  <TextLink
                    to={listAddress(path, { account: account.id })}
                    aria-label={`All looks at ${account.name}`}
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
              { title: 'Ended', cell: (look) => howLookEnded(look) },
              { title: 'Pages', align: 'right', cell: ({ pages }) => pages },
            ]}
          />
        </Card>
      ) : filtered ? (
        <EmptyState
          icon={SearchX}
          title="Nothing found"
          action={
            <ButtonLink to={path} variant="secondary">
              Show all looks
            </ButtonLink>
          }
        >
          No look matches. The search looks for a whole account id.
        </EmptyState>
      ) : (
        <EmptyState icon={Eye} title="No looks yet">
          Every look of the support through a merchant’s eyes will stand here, with its reason and the pages
          seen.
        </EmptyState>
      )}
      <Pagination
        newest={onLaterPage ? listAddress(path, shown) : null}
        older={before ? listAddress(path, { ...shown, before }) : null}
      />
    </>
  );
}
