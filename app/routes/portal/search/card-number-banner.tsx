import { Banner } from '~/ui/layout/banner';

/** For a search text that was rejected, because proxies log URLs. */
export function CardNumberBanner({
  advice = 'Search by the last four digits instead.',
}: {
  advice?: string;
}) {
  return (
    <div className="mb-6">
      <Banner
        tone="caution"
        title="That looked like a full card number, so we didn’t search for it"
        announced
      >
        We don’t store full card numbers, and we didn’t log this one. {advice}
      </Banner>
    </div>
  );
}
