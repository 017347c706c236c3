import { Action, Letter, Paragraph, Quote } from './letter';

type Props = { brandName: string; businessName: string; link: string; words: string };

export const subject = ({ businessName }: Props) => `${businessName} can go live`;

export default function ApplicationApproved({ brandName, businessName, link, words }: Props) {
  return (
    <Letter brandName={brandName} preview="Create your live credentials next." heading="Your application is approved" reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}>
      {words && <Quote>{words}</Quote>}
      <Paragraph>Your account is in live mode now. Next you create live credentials and take a first payment; a checklist leads you there.</Paragraph>
      <Action href={link}>Go live</Action>
    </Letter>
  );
}
