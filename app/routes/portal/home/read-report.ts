import { hasDailyTotals, retrieveDailyTotals, sumTotals, type DayTotals } from '~/payments/reporting/report';
import type { Environment } from '~/platform/environment';
import { isCurrency } from '~/platform/money/currencies';
import { listPeriodParts, readPeriod } from './period';

type ReportQuery = { accountId: string; environment: Environment; timeZone: string; query: URLSearchParams };

/**
 * The report for the URL's period and currency. The default is the currency with the most payments. Another one that the
 * merchant uses stays selected in periods without it.
 */
export async function readReport({ accountId, environment, timeZone, query }: ReportQuery) {
  const now = new Date();
  const period = readPeriod(query, { now, timeZone });
  const { totals, countedUntil, recalculation } = await retrieveDailyTotals({
    accountId,
    environment,
    days: { from: period.before.from, to: period.to },
  });
  const requested = query.get('currency')?.toUpperCase() ?? '';
  const used = new Set(totals.map((of) => of.currency));
  if (
    isCurrency(requested) &&
    !used.has(requested) &&
    (await hasDailyTotals({ accountId, environment, currency: requested }))
  )
    used.add(requested);
  const currency = used.has(requested) ? requested : (mostUsed(totals) ?? null);
  const currencies = [...used].sort();
  const ours = totals.filter((of) => of.currency === currency);
  const within = ({ from, to }: { from: string; to: string }) =>
    ours.filter(({ day }) => day >= from && day <= to);
  const selectedCurrency = within(period);
  const parts = listPeriodParts(period).map((part) => ({
    part,
    ...sumTotals(selectedCurrency.filter(({ day }) => day.startsWith(part))),
  }));
  // Right after the installation, the history may still be counted.
  const asOf = countedUntil < now ? countedUntil : now;
  return {
    period,
    currency,
    currencies,
    totals: sumTotals(selectedCurrency),
    before: sumTotals(within(period.before)),
    parts,
    asOf,
    recalculation,
  };
}

function mostUsed(totals: readonly DayTotals[]): string | undefined {
  const payments = new Map<string, number>();
  for (const { currency, approved } of totals)
    payments.set(currency, (payments.get(currency) ?? 0) + approved);
  return [...payments].sort(([a, of], [b, than]) => than - of || a.localeCompare(b))[0]?.[0];
}
