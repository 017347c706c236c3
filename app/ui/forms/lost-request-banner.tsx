import { Banner } from '../layout/banner';
import type { LostRequest } from './background-post';

const messages: Record<LostRequest, { title: string; text: string }> = {
  logged_out: {
    title: 'You’re logged out',
    text: 'Log in from another tab, then try again here. What you entered stays on this page.',
  },
  failed: {
    title: 'We couldn’t reach the server',
    text: 'Check your connection, then try again here. What you entered stays on this page.',
  },
};

/** Above the buttons of a form that wasn't sent. Announced also when it appears while somebody writes. */
export function LostRequestBanner({ problem }: { problem: LostRequest | null }) {
  return (
    <div role="status">
      {problem && (
        <Banner tone="caution" title={messages[problem].title}>
          {messages[problem].text}
        </Banner>
      )}
    </div>
  );
}
