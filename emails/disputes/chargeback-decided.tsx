import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { quoteName, type AccountProps } from '../chosen-names';

type Outcome = 'won' | 'lost' | 'accepted';
type Props = AccountProps & {
  brandName: string;
  link: string;
  amount: string;
  outcome: Outcome;
  isTest: boolean;
};

const headings: Record<Outcome, string> = {
  won: 'You won a chargeback',
  lost: 'You lost a chargeback',
  accepted: 'A chargeback was accepted',
};
const outcomePhrases: Record<Outcome, string> = {
  won: 'was won',
  lost: 'was lost',
  accepted: 'was accepted',
};

export const subject = ({ amount, outcome, isTest }: Props) =>
  `${isTest ? 'Test: the' : 'The'} chargeback of ${amount} ${outcomePhrases[outcome]}`;

export default function ChargebackDecided({ brandName, businessName, link, amount, outcome, isTest }: Props) {
  const messages: Record<Outcome, string> = {
    won: `The payer’s bank decided in favor of ${quoteName(businessName)} and returned ${amount} to you.`,
    lost: `The payer’s bank decided in favor of the payer, who keeps ${amount}. This decision is final.`,
    accepted: `A member of ${quoteName(businessName)} accepted the chargeback, so the payer keeps ${amount}.`,
  };
  return (
    <EmailLayout
      brandName={brandName}
      preview={`The chargeback of ${amount} ${outcomePhrases[outcome]}.`}
      heading={headings[outcome]}
      reason={`You’re receiving this email because you manage chargebacks for ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        {messages[outcome]}
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <ActionButton href={link}>Open the chargeback</ActionButton>
    </EmailLayout>
  );
}
