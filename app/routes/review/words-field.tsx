import { longestWords } from '~/merchants/applications/typed-text';
import type { FieldLabels } from '~/ui/field';
import { TextAreaField } from '~/ui/text-area-field';

type Props = FieldLabels & {
  name?: string;
  rows?: number;
  defaultValue?: string;
  readOnly?: boolean;
  required?: boolean;
};

/** Some sentences of a reviewer. */
export function WordsField({ name = 'words', rows = 4, ...rest }: Props) {
  return <TextAreaField {...rest} name={name} rows={rows} maxLength={longestWords} />;
}
