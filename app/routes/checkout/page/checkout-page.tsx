import { isKept } from '~/payments/checkout/paid-amounts';
import { CardForm } from '../card-form/card-form';
import { CancelForm } from '../card-form/cancel-form';
import { CheckoutResult } from './result-page';
import { getPaidPage } from './result-title';
import { CheckoutFrame } from './checkout-frame';
import { PageLocaleContext, createPageLocale, usePageLocale } from '../page-locale';
import { useCancelLabel } from '../card-form/cancel-label';
import { RedirectLink, PageLink } from './redirect-link';
import { CheckProgress } from './check-progress';
import { CheckoutScript } from './checkout-script';
import { LinkInProgress } from './link-in-progress';
import { PaidMessage } from './paid-message';
import { UnknownPayment } from './unknown-payment';
import {
  CardAuthentication,
  CardChecking,
  CardSavingForm,
  CardSavingResult,
} from '../card-saving/card-saving-page';
import { CardRemoval } from '../saved-cards/card-removal';
import type { CheckoutPageOf, CheckoutPageData } from '../page-data';

/** Renders the current checkout page from its data. Every page says whether money has moved. */
export function CheckoutPage({ pageData }: { pageData: CheckoutPageData }) {
  return (
    <PageLocaleContext.Provider value={createPageLocale(pageData.language, pageData.locale)}>
      <CheckoutFrame
        design={pageData.design}
        query={pageData.query}
        paymentDetails={
          'paymentDetails' in pageData
            ? pageData.paymentDetails
            : 'saving' in pageData
              ? pageData.saving
              : undefined
        }
      >
        <PageContent pageData={pageData} />
      </CheckoutFrame>
    </PageLocaleContext.Provider>
  );
}

function PageContent({ pageData }: { pageData: CheckoutPageData }) {
  switch (pageData.page) {
    case 'form':
      return <CardForm {...pageData} />;
    case 'remove_card':
      return <CardRemoval {...pageData} />;
    case 'paying':
      return <Paying {...pageData} />;
    case 'authenticate':
      return <Authenticate {...pageData} />;
    case 'paid':
      return <Paid {...pageData} />;
    case 'released':
      return <Released {...pageData} />;
    case 'expired':
    case 'blocked':
    case 'cancelled':
      return <NotPaid {...pageData} />;
    case 'link_completed':
      return <LinkCompleted />;
    case 'link_paid':
    case 'link_reversed':
      return <LinkTaken {...pageData} />;
    case 'link_in_progress':
      return <LinkInProgress retryUrl={pageData.retryUrl} script={pageData.script} />;
    case 'save':
      return <CardSavingForm {...pageData} />;
    case 'save_authenticate':
      return <CardAuthentication {...pageData} />;
    case 'save_checking':
      return <CardChecking {...pageData} />;
    case 'saved':
    case 'save_expired':
    case 'save_failed':
    case 'save_cancelled':
    case 'save_removed':
      return <CardSavingResult {...pageData} />;
    case 'unknown':
      return <UnknownPayment />;
  }
}

function Paying({ paymentDetails, refreshUrl, script }: CheckoutPageOf<'paying'>) {
  const { messages, amount } = usePageLocale();
  return (
    <CheckoutResult page="paying" action={<PageLink to={refreshUrl}>{messages.paying.checkAgain}</PageLink>}>
      <p>{messages.paying.unknown(amount(paymentDetails))}</p>
      <CheckProgress script={script} />
    </CheckoutResult>
  );
}

function Authenticate({
  paymentDetails,
  authenticationUrl,
  endUrl,
  cancelUrl,
  isEarlierAttempt,
  script,
}: CheckoutPageOf<'authenticate'>) {
  const { messages, amount } = usePageLocale();
  const getCancelLabel = useCancelLabel();
  return (
    <CheckoutResult
      page="authenticate"
      action={
        <>
          <RedirectLink to={authenticationUrl}>{messages.authenticate.goOn}</RedirectLink>
          <CancelForm to={endUrl} label={messages.savedCards.another} />
          <CancelForm to={cancelUrl} label={getCancelLabel(paymentDetails)} />
        </>
      }
    >
      <p data-waiting>{messages.authenticate.explain(amount(paymentDetails))}</p>
      {isEarlierAttempt && <p>{messages.authenticate.earlier}</p>}
      <CheckoutScript script={script} />
    </CheckoutResult>
  );
}

function Paid({
  paymentDetails: { merchantName, currency, hasLinkConfirmation },
  amounts,
  redirectUrl,
  isRedirecting,
  wasPaidBefore,
  hasReceipt,
}: CheckoutPageOf<'paid'>) {
  const { messages, name } = usePageLocale();
  const merchant = name(merchantName);
  return (
    <CheckoutResult
      page={getPaidPage(amounts)}
      action={
        <RedirectLink to={redirectUrl}>
          {hasLinkConfirmation ? messages.link.seeConfirmation : messages.goOnTo(merchant)}
        </RedirectLink>
      }
    >
      <p>
        <PaidMessage {...{ amounts, currency, merchant }} />{' '}
        {isRedirecting ? messages.takingYouBack : isKept(amounts) && messages.paid.notAgain}
      </p>
      {wasPaidBefore && <p>{messages.paid.already}</p>}
      {hasReceipt && isKept(amounts) && <p>{messages.paid.receipt}</p>}
    </CheckoutResult>
  );
}

/** The hold has ended without a capture. */
function Released({ paymentDetails, redirectUrl }: CheckoutPageOf<'released'>) {
  const { messages, name, amount } = usePageLocale();
  const merchant = name(paymentDetails.merchantName);
  return (
    <CheckoutResult
      page="released"
      action={
        // A payment link's confirmation would say the same.
        !paymentDetails.hasLinkConfirmation && (
          <RedirectLink to={redirectUrl}>{messages.backTo(merchant)}</RedirectLink>
        )
      }
    >
      <p>{messages.paid.released(amount(paymentDetails), merchant)}</p>
    </CheckoutResult>
  );
}

function LinkCompleted() {
  const { messages } = usePageLocale();
  return (
    <CheckoutResult page="link_completed">
      <p>{messages.reasons.link_completed}</p>
    </CheckoutResult>
  );
}

/** Somebody else has made the only payment that the link accepts, and may have got the money back. */
function LinkTaken({ page, paymentDetails }: CheckoutPageOf<'link_paid' | 'link_reversed'>) {
  const { messages, name } = usePageLocale();
  const merchant = name(paymentDetails.merchantName);
  const { notChargedHere, alreadyPaid, reversed } = messages.link;
  return (
    <CheckoutResult page={page}>
      <p>{notChargedHere}</p>
      <p>{page === 'link_paid' ? alreadyPaid(merchant) : reversed(merchant)}</p>
    </CheckoutResult>
  );
}

/** Nothing was paid, and nothing can be paid anymore. */
function NotPaid({
  page,
  paymentDetails,
  redirectUrl,
  isRedirecting,
}: CheckoutPageOf<'expired' | 'blocked' | 'cancelled'>) {
  const { messages, name } = usePageLocale();
  const { isOfLink, linkUrl, merchantName } = paymentDetails;
  const merchant = name(merchantName);
  return (
    <CheckoutResult
      page={page}
      action={
        isOfLink ? (
          linkUrl && <RedirectLink to={linkUrl}>{messages.link.startAgain}</RedirectLink>
        ) : (
          <RedirectLink to={redirectUrl}>{messages.backTo(merchant)}</RedirectLink>
        )
      }
    >
      <p>{isOfLink ? messages.link.notPaid : messages[page](merchant)}</p>
      {isOfLink && !linkUrl && <p>{messages.link.ended(merchant)}</p>}
      {isRedirecting && <p>{messages.takingYouBack}</p>}
    </CheckoutResult>
  );
}
