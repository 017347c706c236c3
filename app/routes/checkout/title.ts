import { pageTitle } from '~/ui/page-title';
import type { Shown } from './shown';

const titles: Record<Exclude<Shown['page'], 'form'>, string> = {
  unknown: 'Payment not found',
  paying: 'Waiting for your bank',
  paid: 'Payment complete',
  return: 'Payment complete',
  expired: 'Payment page expired',
  blocked: 'Too many attempts',
};

export const checkoutTitle = pageTitle((loaded) => titleOf(loaded as Shown));

function titleOf(shown: Shown): string {
  return shown.page === 'form' ? `Pay ${shown.bill.merchantName}` : titles[shown.page];
}
