import { Download } from 'lucide-react';
import { ButtonLink } from '~/ui/forms/button';
import { useSupportSession } from '~/ui/layout/brand';

/** Files to download, by label. */
export function DownloadCsv({ files }: { files: readonly { to: string; label: string }[] }) {
  if (useSupportSession() !== undefined)
    return <p className="text-ink-soft">Exports are unavailable in a support session</p>;
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(({ to, label }) => (
        <ButtonLink key={to} to={to} reloadDocument download variant="secondary" size="small">
          <Download size={18} aria-hidden="true" />
          {label}
        </ButtonLink>
      ))}
    </div>
  );
}
