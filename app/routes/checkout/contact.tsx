import type { CheckoutDesign } from '~/merchants/checkout-design';
import { useReading } from './reading';

/** Who the merchant is, how to reach it, and what it asks its customers to agree to. Nothing where nothing was given. */
export function Contact({ design, merchantName }: { design: CheckoutDesign; merchantName: string }) {
  const { words, name } = useReading();
  const { companyInfo, supportEmail, supportPhone, supportUrl, termsUrl, privacyUrl } = design;
  const ways = [
    supportEmail && { label: words.support.email, to: `mailto:${supportEmail}`, text: supportEmail },
    supportPhone && {
      label: words.support.phone,
      to: `tel:${supportPhone.replace(/[^+\d]/g, '')}`,
      text: supportPhone,
    },
    supportUrl && {
      label: words.support.website,
      to: supportUrl,
      text: supportUrl.replace(/^https:\/\/|\/$/g, ''),
    },
  ].filter((way) => way !== '');
  const papers = [
    termsUrl && { to: termsUrl, text: words.support.terms },
    privacyUrl && { to: privacyUrl, text: words.support.privacy },
  ].filter((paper) => paper !== '');
  return (
    <>
      {ways.length > 0 && (
        <section aria-labelledby="support">
          <h2 id="support" className="font-medium text-ink">
            {words.support.heading(name(merchantName))}
          </h2>
          <dl className="mt-1 flex flex-wrap justify-center gap-x-6">
            {ways.map(({ label, to, text }) => (
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
      {papers.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-x-6">
          {papers.map(({ to, text }) => (
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
