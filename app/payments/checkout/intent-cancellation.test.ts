import { expect, onTestFinished, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { cancelPaymentIntent } from './intent-cancellation';
import * as paymentIntents from './payment-intents';

test('an intent that has expired by the database’s clock alone counts as expired', async () => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  await prisma.paymentIntent.update({ where: { id: intent.id }, data: { expiresAt: new Date(0) } });
  const find = vi.spyOn(paymentIntents, 'findCheckoutIntent').mockResolvedValue(intent);
  onTestFinished(() => find.mockRestore());
  expect(await cancelPaymentIntent(address)).toEqual({ kind: 'intent_not_open', status: 'expired' });
  expect(find).toHaveBeenCalledTimes(4);
});
