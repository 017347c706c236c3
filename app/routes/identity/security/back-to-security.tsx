import { TextLink } from '~/ui/content/text-link';

export function BackToSecurity({ to }: { to: string }) {
  return <TextLink to={to}>Back to Security</TextLink>;
}
