import { Action, Letter, Paragraph } from './letter';

type Outcome = 'won' | 'lost' | 'accepted';
type Props = {
  brandName: string;
  businessName: string;
  link: string;
  amount: string;
  outcome: Outcome;
  isTest: boolean;
};

const headings: Record<Outcome, string> = {
  won: 'A chargeback was decided for you',
  lost: 'A chargeback was decided for the payer',
  accepted: 'A chargeback was accepted',
};
const endings: Record<Outcome, string> = { won: 'is won', lost: 'is lost', accepted: 'was accepted' };

export const subject = ({ amount, outcome, isTest }: Props) =>
  `${isTest ? 'Test: the' : 'The'} chargeback of ${amount} ${endings[outcome]}`;

export default function ChargebackDecided({ brandName, businessName, link, amount, outcome, isTest }: Props) {
  const told: Record<Outcome, string> = {
    won: `The payer’s bank decided for ${businessName}: the ${amount} that it had taken back are yours again.`,
    lost: `The payer’s bank decided for the payer: the ${amount} that it took back stay with the payer, and nothing more can be done about it.`,
    accepted: `Somebody of ${businessName} gave up a chargeback: the ${amount} that the payer’s bank took back stay with the payer.`,
  };
  return (
    <Letter
      brandName={brandName}
      preview={`The chargeback of ${amount} ${endings[outcome]}.`}
      heading={headings[outcome]}
      reason={`You get this mail because you may answer chargebacks of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        {told[outcome]}
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <Action href={link}>Open the chargeback</Action>
    </Letter>
  );
}
