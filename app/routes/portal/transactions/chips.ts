import { buildListPath, type ListFilter } from '~/payments/reporting/transaction-filter';
import { getBrandName } from '~/platform/cards/card-brands';
import { formatDate } from '~/ui/content/time-format';
import {
  getRefundExtentLabel,
  getTransactionStatusLabel,
  getTransactionTypeLabel,
} from '~/ui/labels/transaction-labels';

/** An active filter in words, and the URL of the list without it. */
export type Chip = { text: string; without: string };

export function listChips(filter: ListFilter, people: readonly { id: string; name: string }[]): Chip[] {
  const day = (text: string) => formatDate(new Date(text), 'UTC');
  const label: { [name in keyof ListFilter]?: (value: string) => string } = {
    search: (text) => `Search: ${text}`,
    from: (text) => `Created from ${day(text)}`,
    to: (text) => `Created until ${day(text)}`,
    min: (text) => `At least ${text}`,
    max: (text) => `At most ${text}`,
    currency: (code) => `In ${code}`,
    brand: (brand) => getBrandName(brand) ?? brand,
    by: (by) =>
      begun[by] ?? `Created or changed by ${people.find(({ id }) => id === by)?.name ?? 'someone else'}`,
    hold: () => 'Hold expires within two days',
  };
  const single = Object.entries(label).flatMap(([name, word]) => {
    const value = filter[name as keyof typeof label];
    return typeof value === 'string'
      ? [{ text: word(value), without: buildListPath({ ...filter, [name]: undefined }) }]
      : [];
  });
  const statuses = filter.status.map((status) => ({
    text: getTransactionStatusLabel(status).text,
    without: buildListPath({ ...filter, status: filter.status.filter((other) => other !== status) }),
  }));
  const types = filter.type.map((type) => ({
    text: `${getTransactionTypeLabel(type)}s`,
    without: buildListPath({ ...filter, type: filter.type.filter((other) => other !== type) }),
  }));
  const refunds = filter.refund.map((extent) => ({
    text: getRefundExtentLabel(extent),
    without: buildListPath({ ...filter, refund: filter.refund.filter((other) => other !== extent) }),
  }));
  return [...single, ...statuses, ...types, ...refunds];
}

const begun: Record<string, string | undefined> = {
  api: 'Created by the API',
  checkout: 'Created on the checkout',
};
