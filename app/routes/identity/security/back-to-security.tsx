import { TextLink } from '~/ui/text-link';

export function BackToSecurity({ to }: { to: string }) {
  return <TextLink to={to}>Back to Security</TextLink>;
}
