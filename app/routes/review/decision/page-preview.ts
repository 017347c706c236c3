import type { DecisionPreview } from '~/merchants/applications/review/decision-preview';
import type { DecisionFault } from './decision-action';

/** The data of the decision's page, which shows the email's HTML in a frame. */
export type PagePreview = ReturnType<typeof toPagePreview>;

export function toPagePreview({ email, ...preview }: DecisionPreview) {
  return { ...preview, email: email && { subject: email.subject, text: email.text } };
}

/** The preview of the message that the reviewer is writing, and what's wrong with it. */
export type LivePreview = { message: string; preview: PagePreview; fault: DecisionFault | null };

/** `stale`: the case changed meanwhile. Otherwise the preview again, with what's wrong with the message. */
export type DecisionReply =
  | { kind: 'stale'; message: string; rejection: string }
  | (LivePreview & { kind: 'preview'; unopenedReason: string; isPreviewStale: boolean });
