import { TextLink } from '~/ui/content/text-link';

export function BackToSettings() {
  return <TextLink to="/settings">Back to Settings</TextLink>;
}
