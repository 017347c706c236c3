import { maxTextLength } from '~/merchants/applications/questions/text-input';
import type { FieldLabels } from '~/ui/forms/field';
import { TextAreaField } from '~/ui/forms/text-area-field';

type Props = FieldLabels & {
  name?: string;
  rows?: number;
  defaultValue?: string;
  readOnly?: boolean;
  required?: boolean;
};

/** A reviewer's message. */
export function MessageField({ name = 'message', rows = 4, ...rest }: Props) {
  return <TextAreaField {...rest} name={name} rows={rows} maxLength={maxTextLength} />;
}
