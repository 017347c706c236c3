import type { ComponentProps } from 'react';
import { DocumentForm } from '../../identity/document-form';
import { NeedsFactor } from './needs-factor';

type Props = ComponentProps<typeof DocumentForm> & {
  /** As the guard says (requireConfirmedInLive). */ mayConfirm: boolean;
  /** What it does, after "Before you". */ what: string;
};

/** A form about credentials: in live it asks for the second factor to be set up first. */
export function ConfirmedForm({ mayConfirm, what, ...form }: Props) {
  return mayConfirm ? <DocumentForm {...form} /> : <NeedsFactor what={what} />;
}
