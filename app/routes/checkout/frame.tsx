import clsx from 'clsx';
import type { ReactNode } from 'react';
import { EnvironmentBand } from '~/ui/banner';
import { useBrandName } from '~/ui/brand';
import { Contact } from './contact';
import { LanguageChooser } from './languages';
import { Logo, Look } from './look';
import { useReading } from './reading';
import type { Bill, Shown } from './shown';

type Props = Pick<Shown, 'design' | 'query'> & {
  bill?: Pick<Bill, 'environment' | 'merchantName'>;
  children: ReactNode;
};

/** Around every checkout page: the merchant is who the payer knows, so our name stands at the foot. */
export function CheckoutFrame({ design, query, bill, children }: Props) {
  const { words, name } = useReading();
  const brandName = useBrandName();
  const width = design.layout === 'one_column' ? 'max-w-xl' : 'max-w-5xl';
  return (
    <div className="flex min-h-dvh flex-col">
      <Look design={design} />
      {bill && <EnvironmentBand environment={bill.environment} words={words} />}
      <div className={clsx('mx-auto w-full flex-1 px-4 py-8 sm:px-8 lg:py-14', width)}>
        {bill && (
          <header className="mb-6 lg:mb-10">
            <Logo logoId={design.logoId} />
            <p className="text-lg font-semibold tracking-tight wrap-anywhere">
              <bdi>{bill.merchantName}</bdi>
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
        {bill && <Contact design={design} merchantName={bill.merchantName} />}
        <LanguageChooser query={query} />
        <p>{words.servedBy(name(brandName))}</p>
      </footer>
    </div>
  );
}
