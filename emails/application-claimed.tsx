import { Action, Letter, Paragraph, dayOf } from './letter';

type Props = { brandName: string; businessName: string; link: string; promisedAt: string };

export const subject = ({ businessName }: Props) =>
  `A reviewer is reading your application for ${businessName}`;

export default function ApplicationClaimed({ brandName, businessName, link, promisedAt }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview={`You have our answer by ${dayOf(promisedAt)}.`}
      heading="A reviewer is reading your application"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>You have our answer by {dayOf(promisedAt)}. There is nothing to do for you now.</Paragraph>
      <Action href={link}>See where it stands</Action>
    </Letter>
  );
}
