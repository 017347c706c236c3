import type { ComponentProps } from 'react';
import { DocumentForm } from '../../identity/email/document-form';
import { SecondFactorNotice } from './second-factor-notice';

type Props = ComponentProps<typeof DocumentForm> & {
  /** According to the guard (requireConfirmedInLive). */ mayConfirm: boolean;
  /** What it does, after "Before you". */ what: string;
};

/** A form for credentials: in live it requires a second factor. */
export function ConfirmationForm({ mayConfirm, what, ...form }: Props) {
  return mayConfirm ? <DocumentForm {...form} /> : <SecondFactorNotice what={what} />;
}
