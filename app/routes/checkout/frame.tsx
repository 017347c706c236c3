import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { EnvironmentBand } from '~/ui/banner';
import { useBrandName } from '~/ui/brand';

/** Around every checkout page: the merchant is who the payer knows, so our name stands at the foot. */
export function CheckoutFrame({
  environment,
  merchantName,
  children,
}: {
  environment?: Environment;
  merchantName?: string;
  children: ReactNode;
}) {
  const brandName = useBrandName();
  return (
    <div className="flex min-h-dvh flex-col">
      {environment && <EnvironmentBand environment={environment} />}
      <div className="mx-auto w-full max-w-5xl flex-1 px-4 py-8 sm:px-8 lg:py-14">
        {merchantName && (
          <header className="mb-6 lg:mb-10">
            <p className="text-lg font-semibold tracking-tight break-words">{merchantName}</p>
          </header>
        )}
        <main id="content" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
      <footer className="px-4 pb-8 text-center text-sm text-ink-soft">Card payments by {brandName}</footer>
    </div>
  );
}
