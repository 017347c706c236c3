import { Download } from 'lucide-react';
import { ButtonLink } from '~/ui/forms/button';
import { useSupportSession } from '~/ui/layout/brand';

export function DownloadCsv({ to }: { to: string }) {
  if (useSupportSession() !== undefined)
    return <p className="text-ink-soft">Exports are unavailable in a support session</p>;
  return (
    <ButtonLink to={to} reloadDocument download variant="secondary">
      <Download size={18} aria-hidden="true" />
      Download as CSV
    </ButtonLink>
  );
}
