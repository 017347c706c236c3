import type { ComponentProps } from 'react';
import { DocumentForm } from '../../identity/email/document-form';
import { SecondFactorNotice } from './second-factor-notice';

type Props = ComponentProps<typeof DocumentForm> & {
  /** As the guard says (requireConfirmedInLive). */ mayConfirm: boolean;
  /** What it does, after "Before you". */ what: string;
};

/** A form about credentials: in live it asks for the second factor to be set up first. */
export function ConfirmationForm({ mayConfirm, what, ...form }: Props) {
  return mayConfirm ? <DocumentForm {...form} /> : <SecondFactorNotice what={what} />;
}
