import { CircleCheck, CircleX, Clock, Link2Off, Minus, Plus, type LucideIcon } from 'lucide-react';
import { isKept } from '~/payments/checkout/paid-amounts';
import type { LinkItem } from '~/payments/payment-links/payment-link';
import type { Locale } from '~/platform/text/languages';
import { Money } from '~/ui/content/money';
import { Button, getButtonClass } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { CheckoutScript, type PageScript } from '../page/checkout-script';
import { CheckoutFrame } from '../page/checkout-frame';
import { LinkInProgress } from '../page/link-in-progress';
import { PaidMessage } from '../page/paid-message';
import { ResultCard, resultStyles } from '../page/result-page';
import { getPaidPage } from '../page/result-title';
import { UnknownPayment } from '../page/unknown-payment';
import { RedirectLink } from '../page/redirect-link';
import { PageLocaleContext, createPageLocale, usePageLocale } from '../page-locale';
import { quantityField } from './link-form';
import { formatPayerAmount } from './payer-amount';
import type { KnownLinkPage, LinkForm, LinkPageData } from './link-page-data';

/** The pages of a payment link, before and after the checkout. */
export function LinkPageContent({ pageData }: { pageData: LinkPageData }) {
  return (
    <PageLocaleContext.Provider value={createPageLocale(pageData.language, pageData.locale)}>
      <CheckoutFrame
        design={pageData.design}
        query={pageData.page === 'unknown' ? '' : pageData.query}
        paymentDetails={pageData.page === 'unknown' ? undefined : pageData.link}
      >
        {pageData.page === 'unknown' ? <UnknownPayment /> : <Content {...pageData} />}
      </CheckoutFrame>
    </PageLocaleContext.Provider>
  );
}

function Content(pageData: KnownLinkPage) {
  const { messages, name, amount } = usePageLocale();
  const merchant = name(pageData.link.merchantName);
  switch (pageData.page) {
    case 'form':
      return <ChoiceForm link={pageData.link} form={pageData.form} script={pageData.script} />;
    case 'not_paid':
      return (
        <ResultCard
          icon={CircleX}
          tone="neutral"
          title={name(pageData.link.name)}
          action={<RedirectLink to={pageData.startUrl}>{messages.link.startAgain}</RedirectLink>}
        >
          <p>{messages.link.notPaid}</p>
        </ResultCard>
      );
    case 'thanks': {
      const { amounts, reference, text, link, hasReceipt } = pageData;
      const { currency } = link;
      const paidPage = getPaidPage(amounts);
      const result = { ...resultStyles[paidPage], title: messages.titles[paidPage] };
      if (!amounts)
        return (
          <ResultCard {...result}>
            <p className="font-medium text-ink wrap-anywhere">{name(link.name)}</p>
            <p>{messages.paid.released(amount({ amount: pageData.amount, currency }), merchant)}</p>
            <p>{messages.link.reference(reference)}</p>
          </ResultCard>
        );
      return (
        <ResultCard {...result}>
          <p className="font-medium text-ink wrap-anywhere">{name(link.name)}</p>
          <p>
            <PaidMessage {...{ amounts, currency, merchant }} />
          </p>
          {text && isKept(amounts) && (
            <p dir="auto" className="text-ink whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
          {hasReceipt && isKept(amounts) && <p>{messages.paid.receipt}</p>}
          <p>{messages.link.reference(reference)}</p>
        </ResultCard>
      );
    }
    case 'too_many_visits':
      return (
        <ResultCard icon={Clock} tone="neutral" title={name(pageData.link.name)}>
          <p>{messages.link.tooManyVisits}</p>
        </ResultCard>
      );
    case 'paid':
      return (
        <ResultCard
          icon={CircleCheck}
          tone={pageData.isCancelled ? 'neutral' : 'positive'}
          title={messages.link.paid}
        >
          {pageData.isCancelled && <p>{messages.link.notChargedHere}</p>}
          <p>{messages.link.alreadyPaid(merchant)}</p>
        </ResultCard>
      );
    case 'in_progress':
      return <LinkInProgress retryUrl="" script={pageData.script} />;
    case 'unusable':
    case 'reversed':
      return (
        <ResultCard icon={Link2Off} tone="neutral" title={messages.link.unusable}>
          {pageData.isCancelled && <p>{messages.link.notChargedHere}</p>}
          <p>{messages.link[pageData.page === 'reversed' ? 'reversed' : 'whyUnusable'](merchant)}</p>
        </ResultCard>
      );
  }
}

/** What the payer can choose. Without a choice, only the button. */
function ChoiceForm({
  link,
  form,
  script,
}: Pick<KnownLinkPage, 'link'> & { form?: LinkForm; script?: PageScript }) {
  const { messages, name, amount, locale } = usePageLocale();
  const { chosenAmount, currency, items } = link;
  const errors = Object.entries(form?.errors ?? {}).map(([fieldId, message]) => ({ fieldId, message }));
  const price = (minor: number) => amount({ amount: minor, currency });
  return (
    <div className="mx-auto max-w-xl rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8">
      {errors.length > 0 && <ErrorSummary title={messages.problem} errors={errors} />}
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{name(link.name)}</h1>
      <form
        method="post"
        noValidate
        data-currency={currency}
        data-locale={locale}
        className="group/quantities mt-6 space-y-6"
      >
        {chosenAmount && (
          <Field
            name="amount"
            label={`${messages.link.amount} (${currency})`}
            hint={messages.link.amountRange(price(chosenAmount.minimum), price(chosenAmount.maximum))}
            error={form?.errors.amount}
            errorPrefix={messages.error}
            defaultValue={form?.input.amount ?? formatSuggestion(chosenAmount.suggested, currency, locale)}
            inputMode="decimal"
            maxLength={40}
            dir="ltr"
            required
          />
        )}
        {items.map((item, index) => (
          <Item key={index} item={item} index={index} currency={currency} form={form} />
        ))}
        {/* Only the script knows what the payer has entered. */}
        {!chosenAmount && (
          <p
            hidden
            data-total
            className="flex flex-wrap justify-between gap-x-4 text-lg font-semibold [[hidden]]:hidden"
          >
            {messages.order.total} <output className="min-w-0 wrap-anywhere tabular-nums" />
          </p>
        )}
        <Button type="submit" size="wide" className="text-lg">
          <span className="spinner" aria-hidden="true" />
          {messages.link.goOn}
        </Button>
      </form>
      <CheckoutScript script={script} />
    </div>
  );
}

const formatSuggestion = (minor: number | undefined, currency: string, locale: Locale) =>
  minor === undefined ? '' : formatPayerAmount(minor, currency, locale);

function Item({
  item: { name: itemName, description, unitPrice, quantity, adjustableQuantity },
  index,
  currency,
  form,
}: {
  item: LinkItem;
  index: number;
  currency: string;
  form: LinkForm | undefined;
}) {
  const { messages, name, locale } = usePageLocale();
  const field = quantityField(index);
  return (
    <div data-unit-price={unitPrice} data-quantity={quantity} className="border-b border-line pb-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium wrap-anywhere">
          {adjustableQuantity || quantity === 1 ? name(itemName) : `${quantity} × ${name(itemName)}`}
        </span>
        <Money amount={unitPrice * (adjustableQuantity ? 1 : quantity)} currency={currency} locale={locale} />
      </div>
      {description && <p className="text-sm text-ink-soft wrap-anywhere">{description}</p>}
      {adjustableQuantity && (
        <div className="mt-2 flex flex-wrap items-end gap-2">
          <Field
            name={field}
            label={messages.link.quantityOf(name(itemName))}
            hint={messages.link.quantityRange(adjustableQuantity.minimum, adjustableQuantity.maximum)}
            error={form?.errors[field]}
            errorPrefix={messages.error}
            defaultValue={form?.input[field] ?? String(quantity)}
            inputMode="numeric"
            // Longer than the highest quantity, so that one that is too high is reported instead of cut.
            maxLength={6}
            dir="ltr"
            required
            data-minimum={adjustableQuantity.minimum}
            data-maximum={adjustableQuantity.maximum}
            className="min-w-20 flex-1 basis-20"
          />
          <StepButton step={-1} icon={Minus} label={messages.link.less(name(itemName))} />
          <StepButton step={1} icon={Plus} label={messages.link.more(name(itemName))} />
        </div>
      )}
    </div>
  );
}

/** Hidden without the script. */
const StepButton = ({ step, icon: Icon, label }: { step: number; icon: LucideIcon; label: string }) => (
  <button
    type="button"
    hidden
    data-step={step}
    aria-label={label}
    className={getButtonClass(
      { variant: 'secondary' },
      'aria-disabled:cursor-default aria-disabled:opacity-40',
    )}
  >
    <Icon size={18} aria-hidden="true" />
  </button>
);
