import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft, ExternalLink } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { readLinkPayments } from '~/payments/payment-links/link-list';
import { findPaymentLink, switchPaymentLink } from '~/payments/payment-links/payment-links';
import type { LinkStatus } from '~/payments/payment-links/payment-link';
import { buildLinkUrl } from '~/platform/http/surfaces.server';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { emptyCell } from '~/ui/content/empty-cell';
import { Money } from '~/ui/content/money';
import { Badge, StatusSummary } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TestCardText } from '~/ui/content/test-card-text';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime, Time } from '~/ui/content/time';
import { Button, getButtonClass } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { linkStatusLabels } from '~/ui/labels/payment-link-labels';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { requireInEnvironment } from '../selection/require-in-environment';
import { LinkItems } from './link-items';
import { getOptionLabel } from '../checkout-design/design-labels';
import { LinkPrice } from './link-price';
import { formatLastDay } from './last-day';
import { toLinkSummary } from './link-summary';

export const meta = pageTitle((data) => {
  const { link } = (data ?? {}) as { link?: { name: string } };
  return link?.name ?? 'Not found';
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment, role } = await requireMerchant(request);
  const link = await requireInEnvironment({ account, environment }, 'payment link', (where) =>
    findPaymentLink({ accountId: account.id, environment: where, id: params.id ?? '' }),
  );
  const { searchParams } = new URL(request.url);
  return {
    link: {
      ...toLinkSummary(link),
      isInProgress: link.isInProgress,
      environment,
      visits: link.visits,
      expiresAt: link.expiresAt,
      maximumPayments: link.maximumPayments,
      thankYouText: link.thankYouText,
      redirectUrl: link.redirectUrl,
      emailRequired: link.emailRequired,
      payWord: link.payWord,
    },
    lastDay: link.expiresAt && formatLastDay(link.expiresAt, account.timeZone),
    url: buildLinkUrl(environment, link.id),
    payments: await readLinkPayments(link.id),
    hasLive: account.mode === 'live',
    isNew: isJustCreated(link) && searchParams.has('created'),
    // Unless somebody has switched it back since.
    isSwitched: searchParams.has(switchParameters[link.status] ?? ''),
    mayChange: hasPermission(role, 'transactions_change'),
  };
}

/** A reload of the page some time later says no longer that the link was created. */
const isJustCreated = ({ createdAt, status }: { createdAt: Date; status: string }) =>
  status === 'active' && Date.now() - createdAt.getTime() < 60_000;

const switchParameters: Partial<Record<LinkStatus, string>> = {
  active: 'activated',
  inactive: 'deactivated',
};

/** Switches the link on or off. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'transactions_change');
  const isActive = textOf(await readForm(request), 'status') === 'on';
  const link = await switchPaymentLink(
    { accountId: account.id, environment, id: params.id ?? '' },
    isActive,
    { actor: `portal:${user.id}`, address: context.clientAddress },
  );
  if (!link) throw new Response(null, { status: 404 });
  return redirect(`/payment-links/${link.id}?${isActive ? 'activated' : 'deactivated'}`);
}

/** Why nobody can open a link, and what to do. */
const obstacles: Partial<Record<LinkStatus, string>> = {
  inactive:
    'This link is inactive, so nobody can open it. Payers who have already reached the checkout can still pay. To use the link again, activate it.',
  completed: 'This link has reached its maximum number of payments. To get paid again, create a new link.',
  expired:
    'This link has expired, so nobody can open it. Payers who have already reached the checkout can still pay. To get paid again, create a new link.',
};

export default function PaymentLinkDetails() {
  const { link, lastDay, url, payments, hasLive, isNew, isSwitched, mayChange } =
    useLoaderData<typeof loader>();
  const qrCode = `/payment-links/${link.id}/qr-code`;
  const obstacle = obstacles[link.status];
  const returned = payments.refunded + payments.chargedBack;
  const money = (amount: number) => <Money amount={amount} currency={link.currency} />;
  return (
    <>
      <TextLink to="/payment-links" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Payment links
      </TextLink>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
            {link.name}
            <Badge {...linkStatusLabels[link.status]} />
          </span>
        }
        action={
          mayChange &&
          (link.status === 'active' || link.status === 'inactive') && (
            <Form method="post">
              <input type="hidden" name="status" value={link.status === 'active' ? 'off' : 'on'} />
              <Button type="submit" variant="secondary">
                {link.status === 'active' ? 'Deactivate link' : 'Activate link'}
              </Button>
            </Form>
          )
        }
      />
      {isNew && (
        <Banner tone="positive" title="Payment link created" announced>
          {link.environment === 'live'
            ? 'Send it to your customers, or print its QR code.'
            : hasLive
              ? 'Open it to try it. For your customers, switch to live and create a link there.'
              : 'Open it to try it. Once you’re live, create a link for your customers.'}
        </Banner>
      )}
      {isSwitched && (
        <Banner
          tone="positive"
          title={link.status === 'active' ? 'Payment link activated' : 'Payment link deactivated'}
          announced
        />
      )}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-6">
          <Panel title="Link">
            {obstacle ? (
              <p>{obstacle}</p>
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                {link.isInProgress && (
                  <p className="mb-2 basis-full">
                    The last payments that this link accepts are in progress. Other payers can pay only if one
                    of them fails.
                  </p>
                )}
                {link.environment === 'test' && (
                  <p className="mb-2 basis-full">
                    This is a test link: real cards don’t work. Pay with <TestCardText />.
                  </p>
                )}
                <CopyValue value={url} label="payment link" />
                <a
                  href={url}
                  target="_blank"
                  rel="noopener"
                  className={getButtonClass({ variant: 'secondary', size: 'small' })}
                >
                  Open
                  <span className="sr-only"> the payment link in a new tab</span>
                  <ExternalLink size={16} aria-hidden="true" />
                </a>
              </div>
            )}
          </Panel>
          <Panel title={link.chosenAmount ? 'Amount' : 'Items'}>
            <LinkItems link={link} />
          </Panel>
          <Panel title="Payments">
            {payments.transactions.length ? (
              <Table
                isList
                caption="The latest payments with this link"
                rows={payments.transactions}
                rowKey={({ id }) => id}
                columns={[
                  {
                    title: 'Reference',
                    cell: ({ id, orderId }) => (
                      <TextLink to={`/transactions/${id}`} className="row-link">
                        {orderId ?? id}
                      </TextLink>
                    ),
                  },
                  {
                    title: 'Status',
                    cell: (payment) => <StatusSummary {...payment} />,
                  },
                  {
                    title: 'Amount',
                    align: 'right',
                    cell: ({ orderAmount, orderCurrency }) => (
                      <Money amount={orderAmount} currency={orderCurrency} />
                    ),
                  },
                  { title: 'Payer’s email', cell: ({ email }) => email ?? emptyCell },
                  { title: 'Created', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
                ]}
              />
            ) : (
              <p className="text-ink-soft">Nobody has paid with this link yet.</p>
            )}
          </Panel>
        </div>
        <div className="min-w-0 space-y-6">
          <Panel title="Details">
            <DescriptionList
              items={[
                ['Price', <LinkPrice key="price" link={link} />],
                ['Visits', link.visits.toLocaleString('en-US')],
                [
                  'Payments',
                  link.maximumPayments === null
                    ? payments.count.toLocaleString('en-US')
                    : `${payments.count.toLocaleString('en-US')} of ${link.maximumPayments.toLocaleString('en-US')}`,
                ],
                ['Total paid', money(payments.total)],
                ['Refunded', payments.refunded > 0 && money(payments.refunded)],
                ['Charged back', payments.chargedBack > 0 && money(payments.chargedBack)],
                ['Paid, less refunds and chargebacks', returned > 0 && money(payments.total - returned)],
                ['Payer’s email address', link.emailRequired ? 'Required' : null],
                ['Button text', getOptionLabel('payWord', link.payWord)],
                ['Thank-you text', link.thankYouText],
                ['Redirect URL', link.redirectUrl],
                ['Expires', lastDay ? `End of ${lastDay}` : link.expiresAt && <Time at={link.expiresAt} />],
                ['Created', <Time key="created" at={link.createdAt} />],
              ]}
            />
          </Panel>
          {!obstacle && (
            <Panel title="QR code">
              <img
                src={qrCode}
                alt={`QR code for ${url}`}
                width={180}
                height={180}
                className="rounded-lg bg-white p-2"
              />
              <a
                href={qrCode}
                download={`${link.id}.svg`}
                className={getButtonClass({ variant: 'secondary' }, 'mt-4')}
              >
                Download QR code
              </a>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
