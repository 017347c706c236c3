import { CircleCheck, CircleX, Clock, Link2Off } from 'lucide-react';
import type { LinkItem } from '~/payments/payment-links/payment-link';
import { formatAmountInput } from '~/platform/money/amount-input';
import { Money } from '~/ui/content/money';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { CheckoutFrame } from '../page/checkout-frame';
import { ResultCard } from '../page/result-page';
import { UnknownPayment } from '../page/unknown-payment';
import { RedirectLink } from '../page/redirect-link';
import { PageLocaleContext, createPageLocale, usePageLocale } from '../page-locale';
import { quantityField } from './link-form';
import type { KnownLinkPage, LinkForm, LinkPageData } from './link-page-data';

/**
 * The pages of a payment link, before and after the checkout.
 * @param query null in a preview, whose languages aren't links
 */
export function LinkPageContent({ pageData, query = '' }: { pageData: LinkPageData; query?: '' | null }) {
  return (
    <PageLocaleContext.Provider value={createPageLocale(pageData.language, pageData.locale)}>
      <CheckoutFrame
        design={pageData.design}
        query={query}
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
      return <ChoiceForm link={pageData.link} form={pageData.form} />;
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
      const { amount: paid, captures, reference, text, link } = pageData;
      const price = amount({ amount: paid, currency: link.currency });
      return (
        <ResultCard icon={CircleCheck} tone="positive" title={messages.titles.paid}>
          <p>{captures ? messages.paid.taken(price, merchant) : messages.paid.held(price, merchant)}</p>
          {text && (
            <p dir="auto" className="text-ink whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
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
    case 'unusable':
      return (
        <ResultCard icon={Link2Off} tone="neutral" title={messages.link.unusable}>
          <p>{messages.link.whyUnusable(merchant)}</p>
        </ResultCard>
      );
  }
}

/** What the payer can choose. Without a choice, only the button. */
function ChoiceForm({ link, form }: { link: KnownLinkPage['link']; form: LinkForm | undefined }) {
  const { messages, name, amount } = usePageLocale();
  const { chosenAmount, currency, items } = link;
  const errors = Object.entries(form?.errors ?? {}).map(([fieldId, message]) => ({ fieldId, message }));
  const price = (minor: number) => amount({ amount: minor, currency });
  return (
    <div className="mx-auto max-w-xl rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8">
      {errors.length > 0 && <ErrorSummary title={messages.problem} errors={errors} />}
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{name(link.name)}</h1>
      <form method="post" noValidate className="mt-6 space-y-6">
        {chosenAmount && (
          <Field
            name="amount"
            label={`${messages.link.amount} (${currency})`}
            hint={messages.link.amountRange(price(chosenAmount.minimum), price(chosenAmount.maximum))}
            error={form?.errors.amount}
            errorPrefix={messages.error}
            defaultValue={form?.input.amount ?? formatSuggestion(chosenAmount.suggested, currency)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            dir="ltr"
            required
          />
        )}
        {items.map((item, index) => (
          <Item key={index} item={item} index={index} currency={currency} form={form} />
        ))}
        <Button type="submit" size="wide" className="text-lg">
          {messages.link.goOn}
        </Button>
      </form>
    </div>
  );
}

const formatSuggestion = (minor: number | undefined, currency: string) =>
  minor === undefined ? '' : formatAmountInput(minor, currency);

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
    <div className="border-b border-line pb-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium wrap-anywhere">
          {adjustableQuantity || quantity === 1 ? name(itemName) : `${quantity} × ${name(itemName)}`}
        </span>
        <Money amount={unitPrice * (adjustableQuantity ? 1 : quantity)} currency={currency} locale={locale} />
      </div>
      {description && <p className="text-sm text-ink-soft wrap-anywhere">{description}</p>}
      {adjustableQuantity && (
        <Field
          name={field}
          label={<span className="sr-only">{messages.link.quantityOf(name(itemName))}</span>}
          hint={messages.link.quantityRange(adjustableQuantity.minimum, adjustableQuantity.maximum)}
          error={form?.errors[field]}
          errorPrefix={messages.error}
          defaultValue={form?.input[field] ?? String(quantity)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          dir="ltr"
          required
          className="mt-2 w-32"
        />
      )}
    </div>
  );
}
