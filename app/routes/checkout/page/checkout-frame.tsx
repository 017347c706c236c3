import clsx from 'clsx';
import type { ReactNode } from 'react';
import { EnvironmentBanner } from '~/ui/layout/banner';
import { useBrandName } from '~/ui/layout/brand';
import { MerchantContact } from './merchant-contact';
import { LanguageChooser } from './language-chooser';
import { MerchantLogo, CheckoutThemeStyle } from './theme-style';
import { usePageLocale } from '../page-locale';
import type { PaymentDetails, CheckoutPageData } from '../page-data';

type Props = Pick<CheckoutPageData, 'design' | 'query'> & {
  paymentDetails?: Pick<PaymentDetails, 'environment' | 'merchantName'>;
  children: ReactNode;
};

/** The layout of every checkout page. Payers know the merchant, so our name is in the footer. */
export function CheckoutFrame({ design, query, paymentDetails, children }: Props) {
  const { messages, name } = usePageLocale();
  const brandName = useBrandName();
  const width = design.layout === 'one_column' ? 'max-w-xl' : 'max-w-5xl';
  return (
    <div className="flex min-h-dvh flex-col">
      <CheckoutThemeStyle design={design} />
      {paymentDetails && <EnvironmentBanner environment={paymentDetails.environment} messages={messages} />}
      <div className={clsx('mx-auto w-full flex-1 px-4 py-8 sm:px-8 lg:py-14', width)}>
        {paymentDetails && (
          <header className="mb-6 lg:mb-10">
            <MerchantLogo logoId={design.logoId} />
            <p className="text-lg font-semibold tracking-tight wrap-anywhere">
              <bdi>{paymentDetails.merchantName}</bdi>
            </p>
          </header>
        )}
        <main id="content" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
      <footer
        className={clsx(
          'mx-auto w-full space-y-4 px-4 pb-8 text-center text-sm text-ink-soft sm:px-8',
          width,
        )}
      >
        {paymentDetails && <MerchantContact design={design} merchantName={paymentDetails.merchantName} />}
        <LanguageChooser query={query} />
        <p>{messages.servedBy(name(brandName))}</p>
      </footer>
    </div>
  );
}
