import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Undo2 } from 'lucide-react';
import { listClosedChargebacks, listOpenChargebacks } from '~/payments/disputes/chargeback-list';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { requireMerchant } from '../guards';
import { ChargebackTable } from './chargebacks/chargeback-table';

export const meta = pageTitle('Chargebacks');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request);
  const { searchParams } = new URL(request.url);
  const [after, before] = [
    readPlace(readTextParameter(searchParams, 'after')),
    readTextParameter(searchParams, 'before'),
  ];
  const older = isId('trx', before) ? before : undefined;
  const merchant = { accountId: account.id, environment };
  // Only one of the two lists is paged at a time.
  const open = older ? { chargebacks: [], after: null } : await listOpenChargebacks({ ...merchant, after });
  const closed = after
    ? { chargebacks: [], before: null }
    : await listClosedChargebacks({ ...merchant, before: older });
  return {
    open: open.chargebacks,
    closed: closed.chargebacks,
    moreOpen: open.after && `/chargebacks?after=${open.after.dueBy?.getTime() ?? ''}_${open.after.id}`,
    older: closed.before && `/chargebacks?before=${closed.before}`,
    isFirst: !after && !older,
    environment,
  };
}

/** The position in the list of open ones, from the URL. */
function readPlace(text: string): { dueBy: Date | null; id: string } | undefined {
  const [, time, id] = /^(\d{0,14})_(trx_\w+)$/.exec(text) ?? [];
  return id && isId('trx', id) ? { dueBy: time ? new Date(Number(time)) : null, id } : undefined;
}

export default function Chargebacks() {
  const { open, closed, moreOpen, older, isFirst, environment } = useLoaderData<typeof loader>();
  const first = isFirst ? null : '/chargebacks';
  return (
    <>
      <PageHeader title="Chargebacks" lead={`Disputed payments in your ${environment} environment.`} />
      <div className="space-y-8">
        {open.length > 0 && (
          <Panel title="Needs a response">
            <ChargebackTable
              caption="Chargebacks that need a response, earliest deadline first"
              chargebacks={open}
              withDue
            />
            {moreOpen && <Pagination older={moreOpen} newest={first} />}
          </Panel>
        )}
        {closed.length > 0 && (
          <Panel title="Responded and closed">
            <ChargebackTable caption="Responded and closed chargebacks, newest first" chargebacks={closed} />
          </Panel>
        )}
        {isFirst && !open.length && !closed.length && (
          <EmptyState icon={Undo2} title="No chargebacks">
            When a payer disputes a payment, the chargeback appears here with its response deadline. We’ll
            also email you.
          </EmptyState>
        )}
      </div>
      {!moreOpen && <Pagination newest={first} older={older} />}
      {moreOpen && older && <Pagination older={older} />}
    </>
  );
}
