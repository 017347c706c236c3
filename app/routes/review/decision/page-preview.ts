import type { DecisionPreview } from '~/merchants/applications/review/decision-preview';
import type { DecisionFault } from './decision-action';

/** The data of the decision's page, which shows the email's HTML in a frame. */
export type PagePreview = ReturnType<typeof toPagePreview>;

export function toPagePreview({ email, ...preview }: DecisionPreview) {
  return { ...preview, email: email && { subject: email.subject, text: email.text } };
}

/** `stale`: the case changed meanwhile. Otherwise the preview again, with what's wrong with the message. */
export type DecisionReply =
  | { kind: 'stale'; message: string; rejection: string }
  | {
      kind: 'preview';
      message: string;
      preview: PagePreview;
      unopenedReason: string;
      fault: DecisionFault | null;
      isPreviewStale: boolean;
    };
