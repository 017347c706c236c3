import { Money } from '~/ui/content/money';
import { OrderTable } from '~/ui/transactions/order-table';
import { usePageLocale } from '../page-locale';
import type { PaymentDetails } from '../page-data';
import { PageLink } from './redirect-link';

const maxUnfoldedLines = 4;

/** The amount and the order. A long order is collapsed, so that the form stays close. */
export function OrderSummary({ paymentDetails }: { paymentDetails: PaymentDetails }) {
  const { title, amount, currency, order, imageUrls, linkUrl, hasLinkChoice } = paymentDetails;
  const { locale, messages } = usePageLocale();
  const table = <OrderTable {...{ order, imageUrls, amount, currency, locale }} messages={messages.order} />;
  return (
    <div className="min-w-0">
      {title && (
        <p className="mb-3 text-lg font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-baseline-last justify-between gap-x-4">
        <h1>
          <span className="block text-ink-soft">{messages.amountToPay}</span>
          <span className="mt-1 block text-[max(1.25rem,min(8vw,2.25rem))] font-semibold tracking-tight wrap-anywhere [&>bdi]:whitespace-normal">
            <Money {...{ amount, currency, locale }} isUnambiguous />
          </span>
        </h1>
        {linkUrl && hasLinkChoice && (
          <PageLink to={linkUrl} data-choice>
            {messages.link.change}
          </PageLink>
        )}
      </div>
      {order.lines.length > 0 && order.lines.length <= maxUnfoldedLines && (
        <div className="mt-6 lg:mt-8">{table}</div>
      )}
      {order.lines.length > maxUnfoldedLines && (
        <details className="mt-6">
          <summary className="inline-flex min-h-11 items-center font-medium text-accent">
            {messages.order.folded(order.lines.length)}
          </summary>
          <div className="pt-3">{table}</div>
        </details>
      )}
    </div>
  );
}
