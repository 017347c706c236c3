import { Link } from '@react-email/components';
import { Action, Letter, Paragraph, Quote } from './letter';

type Props = { brandName: string; businessName: string; link: string; words: string; changes: { label: string; reason: string; link: string }[] };

export const subject = ({ businessName }: Props) => `Please change something in your application for ${businessName}`;

export default function ApplicationChangesRequested({ brandName, businessName, link, words, changes }: Props) {
  return (
    <Letter brandName={brandName} preview="Only what is named below is open again." heading="Please change something" reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}>
      {words && <Quote>{words}</Quote>}
      <Paragraph>Only this is open again; everything else stays as it is:</Paragraph>
      <ul>
        {changes.map((change) => (
          <li key={change.link}>
            <Paragraph>
              <Link href={change.link}>{change.label}</Link>: {change.reason}
            </Paragraph>
          </li>
        ))}
      </ul>
      <Action href={link}>Open the application</Action>
    </Letter>
  );
}
