import { Action, Letter, Paragraph, dayOf } from './letter';

type Props = { brandName: string; businessName: string; link: string; missedAt: string; promisedAt: string };

export const subject = ({ businessName }: Props) =>
  `Your application for ${businessName} takes longer than promised`;

export default function ApplicationDelayed({ brandName, businessName, link, missedAt, promisedAt }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview={`You have our answer by ${dayOf(promisedAt)}.`}
      heading="We are late, and sorry for it"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        We promised you an answer by {dayOf(missedAt)}, and it is not ready. You have it by{' '}
        {dayOf(promisedAt)}. There is nothing to do for you now.
      </Paragraph>
      <Action href={link}>See where it stands</Action>
    </Letter>
  );
}
