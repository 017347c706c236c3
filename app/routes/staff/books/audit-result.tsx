import type { BooksAudit } from '~/payments/reconciliation/books-audit-records';
import { pluralize } from '~/platform/text/pluralize';
import { listLedgers, sumRowCounts } from '~/ui/labels/row-counts';
import { Banner } from '~/ui/layout/banner';

/** What an audit found, or its progress. */
export function AuditResult({ state, error, ledgers, findingCount, counts, totalRows }: BooksAudit) {
  if (state === 'requested')
    return (
      <Banner title="The audit starts in a few seconds" announced>
        It runs in the background. You can leave this page.
      </Banner>
    );
  if (state === 'running') return <AuditProgress counts={counts} totalRows={totalRows} />;
  if (state === 'failed')
    return (
      <Banner tone="negative" title="The audit failed" announced>
        Start another audit. Reason: {error === 'interrupted' ? 'the process that ran it ended' : error}
      </Banner>
    );
  return findingCount ? (
    <Banner
      tone="negative"
      title={`The audit found ${pluralize(findingCount, 'discrepancy', 'discrepancies')}`}
      announced
    >
      Nothing was changed. Compare each one with the acquirer’s records before you correct anything.
    </Banner>
  ) : (
    <Banner tone="positive" title="The books agree" announced>
      {`All records agree with each other. Compared ledgers: ${listLedgers(ledgers) || 'none'}.`}
    </Banner>
  );
}

function AuditProgress({ counts, totalRows }: Pick<BooksAudit, 'counts' | 'totalRows'>) {
  const compared = sumRowCounts(counts);
  return (
    <Banner title="The audit is running">
      <progress
        className="mt-2 w-full max-w-md"
        value={compared}
        max={totalRows}
        aria-label="Compared records"
      />
      <p>
        {compared.toLocaleString('en-US')} of {pluralize(totalRows, 'record')}
      </p>
    </Banner>
  );
}
