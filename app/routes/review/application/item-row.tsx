import type { Item } from '~/merchants/applications/dossier';
import type { GivenVerdict } from '~/merchants/applications/verdicts';
import { Badge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import { pathOf } from '../paths';
import { DocumentView } from './document-view';
import { VerdictFields } from './verdict-fields';

type Props = {
  item: Item;
  applicationId: string;
  canJudge: boolean;
  given: GivenVerdict | undefined;
  fault: string | undefined;
};

/** One thing to judge: what it is, what it says, what it said before, and the verdict. */
export function ItemRow({ item, applicationId, canJudge, given, fault }: Props) {
  const { label, shown, was, asked, document, secret } = item;
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {label}
          {was !== undefined && <Badge text={was === null ? 'New' : 'Changed'} tone="accent" />}
        </h3>
        {was && (
          <p>
            <span className="sr-only">Before: </span>
            <del className="whitespace-pre-wrap text-ink-soft">{was}</del>
          </p>
        )}
        {document ? (
          <DocumentView document={document} fileName={shown} label={label} />
        ) : (
          <p className="whitespace-pre-wrap">{shown || <span className="text-ink-soft">Left out</span>}</p>
        )}
        {secret && (
          <TextLink
            to={pathOf(applicationId, 'bank-account')}
            target="_blank"
            rel="noopener"
            className="mt-1 inline-block text-sm"
          >
            Show the whole number (opens in a new tab)
          </TextLink>
        )}
        {asked && (
          <p className="mt-2 border-l-2 border-line-strong pl-3 text-sm">Asked in the last round: {asked}</p>
        )}
      </div>
      {canJudge ? <VerdictFields item={item} given={given} fault={fault} /> : <Verdict item={item} />}
    </li>
  );
}

function Verdict({ item: { verdict, reason } }: { item: Item }) {
  if (verdict === 'undecided') return null;
  return (
    <div>
      <Badge
        text={verdict === 'accepted' ? 'Accepted' : 'To change'}
        tone={verdict === 'accepted' ? 'positive' : 'caution'}
      />
      {reason && <p className="mt-1">{reason}</p>}
    </div>
  );
}
