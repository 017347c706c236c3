import { expect, test } from 'vitest';
import { acceptDispute, submitDisputeEvidence } from '~/payments/disputes/disputes';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../world/api-client';
import { listMailsToOwner } from '../world/mails/mails';
import { buildChargeback } from '../world/payments/chargebacks';

// Two team members who decide the same dispute at the same moment.

const rounds = 10;

test(
  'of a response and an acceptance at the same moment, one takes effect',
  { timeout: 60_000 },
  async () => {
    const client = await buildApiClient();
    const expectedMails: object[] = [];
    for (let round = 0; round < rounds; round++) {
      const { id, by } = await buildChargeback(client);
      const [submission, acceptance] = await Promise.all([
        submitDisputeEvidence({ ...by, text: 'It arrived.', seen: '' }),
        acceptDispute(by),
      ]);
      const isAccepted = acceptance === 'submitted';
      expect({ submission, acceptance }).toEqual({
        submission: isAccepted ? 'not_open' : 'submitted',
        acceptance: isAccepted ? 'submitted' : 'not_open',
      });
      expect(
        await prisma.transaction.findUnique({ where: { id }, include: { dispute: true } }),
      ).toMatchObject({
        disputeStage: isAccepted ? 'accepted' : 'under_review',
        version: 2,
        dispute: { decision: isAccepted ? 'accept' : 'answer', state: 'sending' },
      });
      expect(await prisma.auditEntry.findMany({ where: { subject: id } })).toMatchObject([
        { action: isAccepted ? 'dispute_accepted' : 'dispute_evidence_submitted' },
      ]);
      if (isAccepted) expectedMails.push({ outcome: 'accepted' });
      // Nothing of this goes to the acquirer.
      await prisma.dispute.delete({ where: { transactionId: id } });
    }
    expect(
      (await listMailsToOwner(client.merchant)).flatMap(({ props: { outcome } }) =>
        outcome ? [{ outcome }] : [],
      ),
    ).toEqual(expectedMails);
  },
);
