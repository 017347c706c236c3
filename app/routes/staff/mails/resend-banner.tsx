import { Banner } from '~/ui/layout/banner';

/** After a request to send an email again, which takes a moment. */
export function ResendBanner() {
  return (
    <div className="mb-6">
      <Banner tone="positive" title="Sending the email again" announced>
        Check in a minute whether it was delivered.
      </Banner>
    </div>
  );
}
