import { Action, Letter, Paragraph, dayOf } from './letter';

type Props = { brandName: string; businessName: string; link: string; promisedAt: string; appeal: boolean };

export const subject = ({ businessName, appeal }: Props) => `${appeal ? 'Your appeal' : 'Your application'} for ${businessName} has arrived`;

export default function ApplicationSubmitted({ brandName, businessName, link, promisedAt, appeal }: Props) {
  return (
    <Letter brandName={brandName} preview="We answer by the date below." heading="We have your application" reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}>
      <Paragraph>
        {appeal ? 'Another reviewer looks at it anew' : 'A reviewer looks at it'} and answers by {dayOf(promisedAt)}. Should it take longer, we tell you.
      </Paragraph>
      <Paragraph>The test environment works as before.</Paragraph>
      <Action href={link}>See where it stands</Action>
    </Letter>
  );
}
