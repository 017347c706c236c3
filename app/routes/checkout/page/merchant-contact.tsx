import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { usePageLocale } from '../page-locale';

/** The merchant's name, contact details, and terms. Nothing without any. */
export function MerchantContact({ design, merchantName }: { design: CheckoutDesign; merchantName: string }) {
  const { messages, name } = usePageLocale();
  const { companyInfo, supportEmail, supportPhone, supportUrl, termsUrl, privacyUrl } = design;
  const contactLinks = [
    supportEmail && { label: messages.support.email, to: `mailto:${supportEmail}`, text: supportEmail },
    supportPhone && {
      label: messages.support.phone,
      to: `tel:${supportPhone.replace(/[^+\d]/g, '')}`,
      text: supportPhone,
    },
    supportUrl && {
      label: messages.support.website,
      to: supportUrl,
      text: supportUrl.replace(/^https:\/\/|\/$/g, ''),
    },
  ].filter((contactLink) => contactLink !== '');
  const legalLinks = [
    termsUrl && { to: termsUrl, text: messages.support.terms },
    privacyUrl && { to: privacyUrl, text: messages.support.privacy },
  ].filter((legalLink) => legalLink !== '');
  return (
    <>
      {contactLinks.length > 0 && (
        <section aria-labelledby="support">
          <h2 id="support" className="font-medium text-ink">
            {messages.support.heading(name(merchantName))}
          </h2>
          <dl className="mt-1 flex flex-wrap justify-center gap-x-6">
            {contactLinks.map(({ label, to, text }) => (
              <div key={to} className="flex min-h-11 max-w-full items-center gap-1.5">
                <dt>{label}</dt>
                <dd className="min-w-0">
                  <a
                    href={to}
                    rel="noreferrer"
                    dir="ltr"
                    className="text-ink underline underline-offset-4 wrap-anywhere"
                  >
                    {text}
                  </a>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {companyInfo && (
        <p dir="auto" className="mx-auto max-w-prose text-center whitespace-pre-line wrap-anywhere">
          {companyInfo}
        </p>
      )}
      {legalLinks.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-x-6">
          {legalLinks.map(({ to, text }) => (
            <li key={text}>
              <a
                href={to}
                rel="noreferrer"
                className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
